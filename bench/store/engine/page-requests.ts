import type { Workload } from "@/bench/store/workload/workload";
import { PROJECT } from "@/bench/store/workload/workload";

/** One request that a page sends to the service. */
export interface PageRequest {
  readonly path: string;
  readonly body: object;
}

const LIST = "/calls/stream_query";
const COUNT = "/calls/query_stats";
const STATS = "/calls/aggregate";
const THREADS = "/threads/stream_query";
const COSTS = "/cost/query";

/** The columns of the traces page besides previews. */
const COLUMNS = [
  ...["display_name", "parent_id", "thread_id", "ended_at", "exception", "summary"],
  ...["svc_user_id", "svc_run_id", "svc_run_step"],
];

const iso = (ms: number) => new Date(ms).toISOString();
const field = ($getField: string) => ({ $getField });
const literal = ($literal: string | number) => ({ $literal });

export const equals = (path: string, value: string) => ({ $eq: [field(path), literal(value)] });
export const contains = (path: string, value: string) => ({
  $contains: { input: field(path), substr: literal(value), case_insensitive: true },
});

/** The requests of the pages, as the pages sent them when this was written; all versions are asked the same. */
export class PageRequests {
  readonly #sinceMs: number;
  readonly #untilMs: number;

  /** @param time counts repetitions: the range ends when the page is opened, so each asks for a slightly later one */
  constructor({ sinceMs, untilMs }: Workload, time: number) {
    this.#sinceMs = sinceMs + time;
    this.#untilMs = untilMs + time;
  }

  /** The first rows of the traces page: a time range, one more condition, an order. */
  list(condition: object | null, sort = "started_at", areRootsOnly = false): PageRequest {
    return {
      path: LIST,
      body: {
        project_id: PROJECT,
        filter: areRootsOnly ? { trace_roots_only: true } : {},
        query: this.#query(condition),
        sort_by: [
          { field: sort, direction: "desc" },
          { field: "id", direction: "desc" },
        ],
        columns: COLUMNS,
        include_costs: true,
        limit: 50,
        offset: 0,
      },
    };
  }

  /** The number of calls in the head of that page. */
  count(condition: object | null): PageRequest {
    return { path: COUNT, body: { project_id: PROJECT, filter: {}, query: this.#query(condition) } };
  }

  /** The first page of the threads, in an order. */
  threads(sort: string): PageRequest {
    const sortBy = [
      { field: sort, direction: "desc" },
      { field: "thread_id", direction: "asc" },
    ];
    const filter = { after_datetime: iso(this.#sinceMs) };
    return { path: THREADS, body: { project_id: PROJECT, filter, sort_by: sortBy, limit: 50, offset: 0 } };
  }

  /** The one request of the overview, for all its panels. */
  overview(query: object | null = null): PageRequest {
    const backMs = this.#untilMs - this.#sinceMs;
    const body = {
      ...this.#range(),
      filter: {},
      ...(query === null ? {} : { query: { $expr: query } }),
      previous: { after: iso(this.#sinceMs - backMs), before: iso(this.#untilMs - backMs) },
      groups: [
        { by: "op", limit: 7, with_buckets: true },
        { by: "op", limit: 200 },
        { by: "model", limit: 50 },
      ],
    };
    return { path: STATS, body };
  }

  /** The requests of the costs page: the spend by model, all prices, and the first page of prices. */
  costs(): PageRequest[] {
    const fields = [
      ...["id", "llm_id", "effective_date", "provider_id", "prompt_token_cost", "completion_token_cost"],
      ...["prompt_token_cost_unit", "completion_token_cost_unit"],
    ];
    const sortBy = [
      { field: "llm_id", direction: "asc" },
      { field: "effective_date", direction: "desc" },
      { field: "id", direction: "desc" },
    ];
    return [
      { path: STATS, body: { ...this.#range(), groups: [{ by: "model", limit: 200 }] } },
      { path: COSTS, body: { project_id: PROJECT } },
      { path: COSTS, body: { project_id: PROJECT, fields, sort_by: sortBy, limit: 201, offset: 0 } },
    ];
  }

  #range() {
    return { project_id: PROJECT, after: iso(this.#sinceMs), before: iso(this.#untilMs) };
  }

  #query(condition: object | null) {
    const range = { $gte: [field("started_at"), literal(this.#sinceMs / 1000)] };
    return { $expr: condition === null ? range : { $and: [condition, range] } };
  }
}
