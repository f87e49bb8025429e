/**
 * The gateway's two HTTP servers: webhooks for the outside, health and metrics for the operator.
 */
package dev.hookline.gateway.http;
