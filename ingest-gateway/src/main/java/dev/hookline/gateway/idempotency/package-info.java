/**
 * Claims: who is sending an event, and which have been sent. They save work and answer a repeated
 * delivery early; what makes counting exact is the job, so a store may be gone at any time.
 */
package dev.hookline.gateway.idempotency;
