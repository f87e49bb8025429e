/** Packages fetched by the npm client at a pinned version and checksum, once per user. */
package dev.hookline.devstack.npm;
