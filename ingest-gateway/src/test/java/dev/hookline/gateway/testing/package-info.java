/** What the gateway's tests share: a sender, a topic's reader, a gateway in this JVM or outside. */
package dev.hookline.gateway.testing;
