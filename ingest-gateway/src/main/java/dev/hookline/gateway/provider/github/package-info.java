/** GitHub, cloud and Enterprise Server. */
package dev.hookline.gateway.provider.github;
