/**
 * Loaded into the measured service before its own code (`node --import`): adds up the time that garbage collection
 * stopped each of its threads, watches how long its first thread does one thing alone, and answers the benchmark's
 * questions over the channel between the processes.
 */
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { BroadcastChannel, isMainThread, threadId } from "node:worker_threads";

const TELL_EVERY_MS = 250;
const BLOCK_RESOLUTION_MS = 10;

let gcMs = 0;
const count = (entries) => {
  for (const { duration } of entries) gcMs += duration;
};
const observer = new PerformanceObserver((list) => count(list.getEntries()));
observer.observe({ entryTypes: ["gc"] });

const channel = new BroadcastChannel("bench-gc");
channel.unref();

if (isMainThread) {
  const ofWorkers = new Map();
  const delays = monitorEventLoopDelay({ resolution: BLOCK_RESOLUTION_MS });
  delays.enable();
  channel.onmessage = ({ data }) => ofWorkers.set(data.threadId, data.gcMs);
  process.on("message", (message) => {
    if (message !== "bench-facts") return;
    count(observer.takeRecords());
    const { heapTotal, external } = process.memoryUsage();
    // Since the last question.
    const longestBlockMs = Math.max(0, delays.max / 1e6 - BLOCK_RESOLUTION_MS);
    delays.reset();
    process.send({
      ...{ gcMs, workersGcMs: [...ofWorkers.values()], longestBlockMs },
      ...{ heapMb: heapTotal / 1e6, buffersMb: external / 1e6 },
    });
  });
  // A service without the benchmark that started it measures nothing.
  process.on("disconnect", () => process.exit());
  process.channel?.unref();
} else {
  setInterval(() => channel.postMessage({ threadId, gcMs }), TELL_EVERY_MS).unref();
}
