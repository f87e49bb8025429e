/** How migrations are read, split, filled in and remembered. */
package dev.hookline.schema.internal;
