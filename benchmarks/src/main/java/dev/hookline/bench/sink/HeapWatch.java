package dev.hookline.bench.sink;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * The most heap that was in use right after a collection. What a small collection leaves in the old
 * generation counts as in use, so it is an upper bound of what the process holds.
 */
final class HeapWatch {
  private final Set<String> heapPools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());
  private final AtomicLong most = new AtomicLong();

  private HeapWatch() {}

  /** Watches from now on. */
  static HeapWatch begin() {
    HeapWatch watch = new HeapWatch();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener((told, handback) -> watch.collected(told), null, null);
      }
    }
    return watch;
  }

  /** In bytes; what is in use now where nothing was collected. */
  long bytes() {
    return most.get() > 0
        ? most.get()
        : ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void collected(Notification told) {
    if (told.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      long used =
          GarbageCollectionNotificationInfo.from((CompositeData) told.getUserData())
              .getGcInfo()
              .getMemoryUsageAfterGc()
              .entrySet()
              .stream()
              .filter(pool -> heapPools.contains(pool.getKey()))
              .mapToLong(pool -> pool.getValue().getUsed())
              .sum();
      most.accumulateAndGet(used, Math::max);
    }
  }
}
