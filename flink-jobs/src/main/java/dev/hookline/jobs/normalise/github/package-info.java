/**
 * What GitHub's bodies say. Fields and their meaning are from GitHub's "Webhook events and
 * payloads" and from its published example bodies.
 */
package dev.hookline.jobs.normalise.github;
