/** Real parts for JUnit tests. */
package dev.hookline.devstack.junit;
