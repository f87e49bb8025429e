/** Rows a second and bytes allocated a row, without any server. */
package dev.hookline.bench.serialise;
