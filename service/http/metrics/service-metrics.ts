import type { Counter, Histogram, Registry } from "prom-client";
import type { MissingRows } from "@/lib/api/contract/admin/missing-rows";
import { packageOnUse } from "@/service/kernel/packages/package-on-use";
import type { DiskSpace } from "@/service/traces/store/engine/disk-reserve";
import type { Store } from "@/service/traces/store/engine/store";

const promClient = packageOnUse<typeof import("prom-client")>("prom-client");

/** Bounds of the durations in seconds: from a single row to a search of everything. */
const DURATION_BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Requests that belong to no operation have one name, so that scanners cannot add rows. */
const NO_OPERATION = "none";

export interface MetricSources {
  readonly version: string;
  readonly store: Store;
  /** What results lack because of damage. */
  readonly missing?: () => readonly MissingRows[];
  /** The disk of the data folder; absent where the data is on a server. */
  readonly disk?: () => Promise<DiskSpace>;
  /** Bytes of calls that were received and are not yet on disk. */
  readonly waitingBytes: () => number;
  /** How many training jobs there are of each status. */
  readonly countJobs: () => Promise<ReadonlyMap<string, number>>;
  /** How many training runs there are in each state. */
  readonly countTrainingRuns: () => Promise<ReadonlyMap<string, number>>;
}

export interface MeasuredRequest {
  readonly operation: string | null;
  readonly status: number;
  /** Until the response begins; a stream goes on longer. */
  readonly seconds: number;
  /** As the client announced them; 0 for a body without a length. */
  readonly bodyBytes: number;
}

interface StoredTable {
  readonly table: string;
  readonly rowCount: number;
  readonly bytes: number;
  readonly partCount: number;
}

const ENGINE_QUERY =
  "SELECT metric, value FROM system.metrics WHERE metric IN ('MemoryTracking', 'Query', 'Merge') ORDER BY metric";

const TABLES_QUERY = `SELECT table, sum(rows) AS rowCount, sum(bytes_on_disk) AS bytes, count() AS partCount
  FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table`;

/** The measurements of one service in the format of Prometheus; names follow its conventions. */
export class ServiceMetrics {
  readonly #registry: Registry;
  readonly #durations: Histogram<"operation" | "status">;
  readonly #bodyBytes: Counter<"operation">;

  constructor(sources: MetricSources) {
    const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = promClient();
    this.#registry = new Registry();
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({ name: "heddle_info", help: "1, with the version of Heddle.", labelNames: ["version"], registers }).set(
      { version: sources.version },
      1,
    );
    this.#durations = new Histogram({
      name: "heddle_request_duration_seconds",
      help: "Time until the response begins, by operation and class of status.",
      labelNames: ["operation", "status"],
      buckets: DURATION_BOUNDS_SECONDS,
      registers,
    });
    this.#bodyBytes = new Counter({
      name: "heddle_request_body_bytes_total",
      help: "Bytes of bodies as transferred, where the client announced their length.",
      labelNames: ["operation"],
      registers,
    });
    new Gauge({
      name: "heddle_waiting_write_bytes",
      help: "Bytes of calls that were received and are not yet on disk.",
      registers,
      collect() {
        this.set(sources.waitingBytes());
      },
    });
    addEngine(sources.store, registers);
    if (sources.missing) addMissing(sources.missing, registers);
    if (sources.disk) addDisk(sources.disk, registers);
    new Gauge({
      name: "heddle_training_jobs",
      help: "Training jobs by status.",
      labelNames: ["status"],
      registers,
      async collect() {
        this.reset();
        for (const [status, count] of await sources.countJobs()) this.set({ status }, count);
      },
    });
    new Gauge({
      name: "heddle_training_runs",
      help: "Training runs by state.",
      labelNames: ["state"],
      registers,
      async collect() {
        this.reset();
        for (const [state, count] of await sources.countTrainingRuns()) this.set({ state }, count);
      },
    });
  }

  record({ operation, status, seconds, bodyBytes }: MeasuredRequest): void {
    const name = operation ?? NO_OPERATION;
    this.#durations.observe({ operation: name, status: `${Math.floor(status / 100)}xx` }, seconds);
    if (bodyBytes > 0) this.#bodyBytes.inc({ operation: name }, bodyBytes);
  }

  /** The media type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All measurements as of now. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

function addMissing(missing: () => readonly MissingRows[], registers: Registry[]): void {
  const { Gauge } = promClient();
  new Gauge({
    name: "heddle_missing_rows",
    help: "Rows that cannot be read because their part is damaged, NaN where their number is not known.",
    labelNames: ["table"],
    registers,
    collect() {
      this.reset();
      for (const { table, rows } of missing()) this.inc({ table }, rows ?? Number.NaN);
    },
  });
}

function addDisk(space: () => Promise<DiskSpace>, registers: Registry[]): void {
  const { Gauge } = promClient();
  const size = new Gauge({ name: "heddle_disk_size_bytes", help: "Size of the data folder's disk.", registers });
  new Gauge({
    name: "heddle_disk_free_bytes",
    help: "Free bytes of the data folder's disk.",
    registers,
    async collect() {
      const { sizeBytes, freeBytes } = await space();
      size.set(sizeBytes);
      this.set(freeBytes);
    },
  });
}

/** Gauges of the engine, read when somebody asks. If it does not respond, all others still do. */
function addEngine(store: Store, registers: Registry[]): void {
  const { Gauge } = promClient();
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const memory = gauge("heddle_engine_memory_bytes", "Memory that the engine uses.", []);
  const queries = gauge("heddle_engine_queries", "Queries that run now.", []);
  const merges = gauge("heddle_engine_merges", "Merges that run now.", []);
  const byName = new Map([
    ["MemoryTracking", memory],
    ["Query", queries],
    ["Merge", merges],
  ]);
  const rows = gauge("heddle_stored_rows", "Stored rows.", ["table"]);
  const bytes = gauge("heddle_stored_bytes", "Bytes on disk.", ["table"]);
  const parts = gauge("heddle_stored_parts", "Parts on disk that queries read.", ["table"]);
  new Gauge({
    name: "heddle_engine_up",
    help: "1 if the engine responded, otherwise 0.",
    registers,
    async collect() {
      for (const one of [rows, bytes, parts]) one.reset();
      try {
        for (const { metric, value } of await store.read<{ metric: string; value: number }>({ sql: ENGINE_QUERY })) {
          byName.get(metric)?.set(Number(value));
        }
        for (const { table, rowCount, bytes: size, partCount } of await store.read<StoredTable>({
          sql: TABLES_QUERY,
        })) {
          rows.set({ table }, Number(rowCount));
          bytes.set({ table }, Number(size));
          parts.set({ table }, Number(partCount));
        }
        this.set(1);
      } catch {
        this.set(0);
      }
    },
  });
}
