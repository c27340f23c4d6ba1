import type { RunSeriesPage } from "@/lib/api/contract/training-runs/run-series";
import { meaningOf, metricName } from "@/lib/training/metrics/metric-order";

/** What the band of the machine shows, in this order. Rows with one label are the same thing in another unit or count. */
export const SYSTEM_ROWS = {
  gpu: { label: "GPU use", note: "mean of the GPUs", unit: "percent" },
  gpu_memory: { label: "GPU memory", note: "sum of the GPUs", unit: "bytes" },
  gpu_memory_peak: { label: "GPU memory", note: "most of one GPU", unit: "bytes" },
  gpu_memory_share: { label: "GPU memory", note: "of what the GPUs have", unit: "percent" },
  processor: { label: "Processor", note: "100% is one core", unit: "percent" },
  processor_share: { label: "Processor", note: "of all cores", unit: "percent" },
  memory: { label: "Memory", note: "of the process", unit: "bytes" },
  machine_memory: { label: "Memory", note: "of the machine", unit: "bytes" },
  memory_share: { label: "Memory", note: "of the machine", unit: "percent" },
  tokens: { label: "Tokens per second", note: "", unit: "count" },
} as const satisfies Readonly<Record<string, SystemRow>>;

export interface SystemRow {
  readonly label: string;
  /** What is counted. */
  readonly note: string;
  readonly unit: "percent" | "bytes" | "count";
}

export type SystemRowId = keyof typeof SYSTEM_ROWS;

export const SYSTEM_ROW_IDS = Object.keys(SYSTEM_ROWS) as readonly SystemRowId[];

/** The name of a metric, or the names that a program gives it for each GPU. */
interface SystemName {
  readonly row: SystemRowId;
  readonly name: RegExp;
  /** The factor that makes bytes of it. */
  readonly factor?: number;
  /** How the values of several GPUs become one. */
  readonly over?: "mean" | "sum";
}

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const MB = 1e6;

/**
 * The names of Heddle's trainers and loggers, of Weights & Biases' and MLflow's machine metrics, of verl and prime-rl. The
 * first name that a run has counts in each row, and of rows with one label the first.
 */
const NAMES: readonly SystemName[] = [
  { row: "gpu", name: /^system\/gpu_percent$/ },
  { row: "gpu", name: /^system[./]gpu\.\d+\.gpu$/, over: "mean" },
  { row: "gpu", name: /^system\/gpu_\d+_utilization_percentage$/, over: "mean" },
  { row: "gpu_memory", name: /^system\/gpu_memory_bytes$/ },
  { row: "gpu_memory", name: /^system[./]gpu\.\d+\.memoryAllocatedBytes$/, over: "sum" },
  { row: "gpu_memory", name: /^system\/gpu_\d+_memory_usage_megabytes$/, factor: MB, over: "sum" },
  { row: "gpu_memory_peak", name: /^perf\/max_memory_allocated_gb$/, factor: GIB },
  { row: "gpu_memory_peak", name: /^perf\/peak_memory$/, factor: GIB },
  { row: "gpu_memory_share", name: /^system\/gpu_memory_percent$/ },
  { row: "gpu_memory_share", name: /^system[./]gpu\.\d+\.memoryAllocated$/, over: "mean" },
  { row: "gpu_memory_share", name: /^system\/gpu_\d+_memory_usage_percentage$/, over: "mean" },
  { row: "processor", name: /^system\/cpu_percent$/ },
  { row: "processor_share", name: /^system[./]cpu$/ },
  { row: "processor_share", name: /^system\/cpu_utilization_percentage$/ },
  { row: "memory", name: /^system\/memory_bytes$/ },
  { row: "memory", name: /^system[./]proc\.memory\.rssMB$/, factor: MIB },
  { row: "machine_memory", name: /^perf\/cpu_memory_used_gb$/, factor: GIB },
  { row: "machine_memory", name: /^system\/system_memory_usage_megabytes$/, factor: MB },
  { row: "memory_share", name: /^system[./]memory(_percent)?$/ },
  { row: "memory_share", name: /^system\/system_memory_usage_percentage$/ },
];

/** The metrics that a row of a run is made of. */
export interface SystemSource {
  readonly row: SystemRowId;
  /** One, or one for each GPU. */
  readonly keys: readonly string[];
  /** Of the sum of their values. */
  readonly factor: number;
}

type Directory = RunSeriesPage["directory"];

function sourceOf(row: SystemRowId, keys: readonly string[]): SystemSource | null {
  if (row === "tokens") {
    const key = keys.find((one) => meaningOf(metricName(one)) === SYSTEM_ROWS.tokens.label);
    return key === undefined ? null : { row, keys: [key], factor: 1 };
  }
  for (const { name, factor = 1, over } of NAMES.filter((one) => one.row === row)) {
    const own = keys.filter((key) => key.startsWith("metric:") && name.test(metricName(key)));
    if (own.length > 0) return { row, keys: own, factor: over === "mean" ? factor / own.length : factor };
  }
  return null;
}

/** Returns the sources of a run, of rows with one label the first. */
function sourcesOf(directory: Directory): readonly SystemSource[] {
  const keys = directory.map(({ key }) => key);
  const found = new Map<string, SystemSource>();
  for (const row of SYSTEM_ROW_IDS) {
    const { label } = SYSTEM_ROWS[row];
    const source = found.has(label) ? null : sourceOf(row, keys);
    if (source !== null) found.set(label, source);
  }
  return [...found.values()];
}

/**
 * Returns what each run says about the machine that it ran on; nothing of any where none of them says more than its tokens
 * per second, which are a chart among the others then.
 */
export function systemSources(directories: readonly (Directory | undefined)[]): readonly (readonly SystemSource[])[] {
  const all = directories.map((directory = []) => sourcesOf(directory));
  return all.flat().some(({ row }) => row !== "tokens") ? all : directories.map(() => []);
}
