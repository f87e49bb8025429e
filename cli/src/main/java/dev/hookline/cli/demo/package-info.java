/** The demo: it only starts, sends, kills and reads through public ports. */
package dev.hookline.cli.demo;
