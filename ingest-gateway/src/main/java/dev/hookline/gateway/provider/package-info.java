/**
 * What the providers do differently: where the signature, the event's type and its identity are.
 */
package dev.hookline.gateway.provider;
