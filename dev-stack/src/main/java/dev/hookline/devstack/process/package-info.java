/** Child processes that end with their starter. */
package dev.hookline.devstack.process;
