/**
 * A server that takes TLS, with a certificate of its own, for clients that are to be tried on it.
 */
package dev.hookline.devstack.tls;
