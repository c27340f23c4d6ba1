import { expect, it } from "vitest";
import { systemSources } from "./system-names";

const directoryOf = (...names: readonly string[]) =>
  names.map((name) => ({ key: name.includes(":") ? name : `metric:${name}`, count: 2, last: 1 }));

/** The metrics of each row of a run, without the prefix of their keys. */
const rowsOf = (...names: readonly string[]) =>
  Object.fromEntries(
    (systemSources([directoryOf(...names)])[0] ?? []).map(({ row, keys }) => [
      row,
      keys.map((key) => key.slice("metric:".length)),
    ]),
  );

it("finds the machine metrics of each program by its own names", () => {
  expect(
    rowsOf(
      ...["system/gpu_percent", "system/gpu_memory_bytes", "system/gpu_memory_percent", "system/cpu_percent"],
      ...["system/memory_bytes", "tokens_per_second", "loss", "figure:reward"],
    ),
  ).toEqual({
    gpu: ["system/gpu_percent"],
    // Bytes and the share of them are the same thing: one row has it.
    gpu_memory: ["system/gpu_memory_bytes"],
    processor: ["system/cpu_percent"],
    memory: ["system/memory_bytes"],
    tokens: ["tokens_per_second"],
  });
  expect(
    rowsOf(
      ...["system.gpu.0.gpu", "system.gpu.1.gpu", "system.gpu.0.memoryAllocated", "system.gpu.1.memoryAllocated"],
      ...["system.cpu", "system.proc.memory.rssMB", "system.gpu.0.temp"],
    ),
  ).toEqual({
    gpu: ["system.gpu.0.gpu", "system.gpu.1.gpu"],
    gpu_memory_share: ["system.gpu.0.memoryAllocated", "system.gpu.1.memoryAllocated"],
    processor_share: ["system.cpu"],
    memory: ["system.proc.memory.rssMB"],
  });
  expect(
    rowsOf(
      ...["system/gpu_0_utilization_percentage", "system/gpu_0_memory_usage_megabytes"],
      ...["system/cpu_utilization_percentage", "system/system_memory_usage_megabytes"],
    ),
  ).toEqual({
    gpu: ["system/gpu_0_utilization_percentage"],
    gpu_memory: ["system/gpu_0_memory_usage_megabytes"],
    processor_share: ["system/cpu_utilization_percentage"],
    machine_memory: ["system/system_memory_usage_megabytes"],
  });
  expect(rowsOf("perf/max_memory_allocated_gb", "perf/cpu_memory_used_gb", "perf/throughput")).toEqual({
    gpu_memory_peak: ["perf/max_memory_allocated_gb"],
    machine_memory: ["perf/cpu_memory_used_gb"],
    tokens: ["perf/throughput"],
  });
});

it("leaves tokens per second among the other charts where no run says more of its machine", () => {
  expect(rowsOf("tokens_per_second", "loss")).toEqual({});
  const both = systemSources([directoryOf("tokens_per_second"), undefined, directoryOf("system/cpu_percent")]);
  expect(both.map((sources) => sources.map(({ row }) => row))).toEqual([["tokens"], [], ["processor"]]);
});
