/** Sends records to Kafka and says what is known about them afterwards. */
package dev.hookline.gateway.publish;
