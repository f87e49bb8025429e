/** Faults on the way between a client and a part. */
package dev.hookline.devstack.proxy;
