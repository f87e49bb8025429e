/** ZooKeeper as a process, for the high availability of Flink. */
package dev.hookline.devstack.zookeeper;
