/** A Redis server as a process, fetched when it is not installed. */
package dev.hookline.devstack.redis;
