/** Programs of Debian's that are used without being installed. */
package dev.hookline.devstack.debian;
