import { LRUCache } from "lru-cache";
import { type CallSource, DEFAULT_SOURCE, isCallSource } from "@/lib/api/contract/calls/call-sources";
import type { Store } from "@/service/traces/store/engine/store";
import { type MarkedCall, ownSource } from "./own-source";

/** The source of a trace, as processes tell it to each other. */
export type TraceSource = readonly [projectId: string, traceId: string, source: CallSource];

interface MarkedStart extends MarkedCall {
  readonly part: "start";
  readonly projectId: string;
  readonly traceId: string;
  readonly source?: CallSource;
}

interface OtherPart {
  readonly part: "end" | "name" | "turn" | "top";
}

const isStart = <Part extends MarkedStart | OtherPart>(part: Part): part is Part & MarkedStart => part.part === "start";

/** About 150 bytes each. An evaluation is one trace. */
const MAX_TRACES = 50_000;

/** No project id contains a space. */
const keyOf = (projectId: string, traceId: string): string => `${projectId} ${traceId}`;

/**
 * The traces that are not production. A call that does not tell its source has that of its trace, once a call of the trace
 * told it: clients send parents first. How calls are spread over requests makes no difference.
 */
export class TraceSources {
  readonly #sources = new LRUCache<string, CallSource>({ max: MAX_TRACES });

  /** Reads the sources of the traces that have running calls: the others get no more calls, or few. */
  async read(store: Store): Promise<void> {
    const found = await store.read<{ projectId: string; traceId: string; source: string }>({
      sql: `SELECT DISTINCT project_id AS projectId, trace_id AS traceId, call_source AS source FROM call_rows
WHERE generation > 0 AND trace_id != '' AND call_source NOT IN ('', '${DEFAULT_SOURCE}') LIMIT ${MAX_TRACES}`,
    });
    for (const { projectId, traceId, source } of found) {
      if (isCallSource(source)) this.note([projectId, traceId, source]);
    }
  }

  /** The first source of a trace stays. */
  note([projectId, traceId, source]: TraceSource): void {
    const key = keyOf(projectId, traceId);
    if (source !== DEFAULT_SOURCE && !this.#sources.has(key)) this.#sources.set(key, source);
  }

  /** Returns the parts with the source of each start that is not production. */
  decide<Part extends MarkedStart | OtherPart>(parts: readonly Part[]): readonly Part[] {
    return parts.map((part) => (isStart(part) ? this.#decided(part) : part));
  }

  #decided<Start extends MarkedStart>(start: Start): Start {
    const { projectId, traceId } = start;
    const own = start.source ?? ownSource(start);
    if (own !== null) this.note([projectId, traceId, own]);
    // Most services have no trace of another source.
    const source = own ?? (this.#sources.size === 0 ? undefined : this.#sources.get(keyOf(projectId, traceId)));
    return source === undefined || source === start.source ? start : { ...start, source };
  }
}
