import type { CallSelection } from "@/service/traces/store/calls/call-keys";
import { type StoredCall, type StoredCallColumn, selectCalls } from "@/service/traces/store/calls/call-rows";
import { readTraceSizes } from "@/service/traces/store/calls/call-sizes";
import { readCallFeedback } from "@/service/traces/store/feedback/call-feedback";
import { costsOfUsage, type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import type { RefReader } from "@/service/traces/values/permitted-refs";
import { expandRefs } from "./call-expansion";
import { type CallExtras, type CallLineOptions, callLineText, columnsOfLine } from "./call-line";

/** The additions to the calls that a client requests. */
export interface CallResponseOptions extends CallLineOptions {
  readonly shouldIncludeTotalStorageSize: boolean;
  /** Bytes; longer payloads are omitted and listed by name. Absent or null returns all. */
  readonly maxValueLength?: number | null | undefined;
  /** Paths of refs to replace by their values; see `expansionPaths`. */
  readonly expand?: readonly (readonly string[])[];
}

/** Values behind refs may be large, so they are read for a few calls at a time. */
const EXPANDED_CALLS_PER_BATCH = 50;

/** Writes calls as JSON texts, with the additions that a request asks for. One instance per request. */
export class CallResponses {
  readonly #context: RefReader;
  readonly #options: CallResponseOptions;
  readonly #columns: readonly StoredCallColumn[];

  constructor(context: RefReader, options: CallResponseOptions) {
    this.#context = context;
    this.#options = options;
    const columns = columnsOfLine(options);
    this.#columns = options.shouldIncludeTotalStorageSize ? [...columns, "parent_id"] : columns;
  }

  /** The selected calls, a block at a time, in order. */
  async *texts(selection: CallSelection): AsyncGenerator<string[], void, void> {
    const { store, signal } = this.#context;
    const options = { columns: this.#columns, maxValueLength: this.#options.maxValueLength ?? null };
    // Read at the same time as the first calls. They do not change within a response.
    const prices = this.#readPrices();
    // Where the calls cannot be read either, nothing waits for the prices.
    prices.catch(() => undefined);
    for await (const rows of selectCalls(store, selection, options, signal)) {
      const extras = await this.#readExtras(rows, prices);
      const step = this.#options.expand?.length ? EXPANDED_CALLS_PER_BATCH : rows.length;
      for (let at = 0; at < rows.length; at += step) {
        const batch = rows.slice(at, at + step);
        const expanded = await expandRefs(this.#context, batch, this.#options.expand ?? []);
        yield batch.map((row, index) =>
          callLineText(row, this.#options, { ...extras(row), expanded: expanded[index] }),
        );
      }
    }
  }

  async #readExtras(
    rows: readonly StoredCall[],
    pricesToCome: Promise<ProjectPrices | null>,
  ): Promise<(row: StoredCall) => CallExtras> {
    const { store, signal } = this.#context;
    const [sizes, prices, feedback] = await Promise.all([
      this.#readSizes(rows),
      pricesToCome,
      this.#options.shouldIncludeFeedback ? readCallFeedback(store, this.#options.projectId, rows, signal) : null,
    ]);
    return (row) => ({
      ...(row.parent_id ? {} : { totalStorageSizeBytes: sizes.get(row.trace_id) ?? null }),
      ...(prices && row.summary ? { costs: costsOfUsage(usageOf(row.summary), prices, row.started_at) } : {}),
      feedback: feedback ? (feedback.get(row.id) ?? []) : null,
    });
  }

  #readSizes(rows: readonly StoredCall[]): Promise<Map<string, number>> {
    const roots = this.#options.shouldIncludeTotalStorageSize ? rows.filter((row) => !row.parent_id) : [];
    const traceIds = [...new Set(roots.map((row) => row.trace_id))];
    return readTraceSizes(this.#context.store, this.#options.projectId, traceIds, this.#context.signal);
  }

  async #readPrices(): Promise<ProjectPrices | null> {
    if (!this.#options.shouldIncludeCosts) return null;
    const { store, signal } = this.#context;
    return await readProjectPrices(store, this.#options.projectId, { signal });
  }
}

function usageOf(summary: string): unknown {
  return (JSON.parse(summary) as { usage?: unknown }).usage;
}
