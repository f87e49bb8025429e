/** A Flink cluster in application mode, as processes. */
package dev.hookline.devstack.flink;
