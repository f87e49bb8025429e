/** Jira, Cloud and Data Center. */
package dev.hookline.gateway.provider.jira;
