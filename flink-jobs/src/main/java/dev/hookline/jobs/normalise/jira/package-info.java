/**
 * What Jira's bodies say, those of Cloud and those of Data Center and Server, old and new. Fields
 * and their meaning are from Atlassian's "Webhooks" pages for Cloud and Data Center.
 */
package dev.hookline.jobs.normalise.jira;
