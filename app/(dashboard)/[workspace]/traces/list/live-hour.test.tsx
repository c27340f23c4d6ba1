// @module-tag all
// @vitest-environment jsdom
import type { QueryClient } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { MAX_INSERTED_ROWS, PAGE_SIZE } from "@/lib/calls/calls-request";
import { answerRequests, json, lines, type SentRequest } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { noteFigures, scaled } from "@/test/setup/test-length";
import { openList } from "./list-opening";
import { useListing } from "./use-listing";

const START_MS = Date.UTC(2026, 10, 20, 12);
const STORED_BEFORE = 1_000;
const STEP_MS = 2_000;
const MINUTE_MS = 60_000;

/** Beyond them a list is opened again. */
const MAX_ROWS = PAGE_SIZE + MAX_INSERTED_ROWS;
/** Those of the list, those of the answer that replaces them, and the payloads of what was on the screen a while ago. */
const MAX_CACHED_ROWS = 12_000;
const MAX_QUERIES = 1_000;
const MAX_REQUESTS_PER_S = 3;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
});

afterEach(() => {
  setVisible(true);
  cleanPage();
  vi.useRealTimers();
});

/** The time at which a call starts: one in each second, also before the page is opened. */
const startOf = (index: number) => START_MS + (index - STORED_BEFORE) * 1_000;

function callOf(index: number): Call {
  const startedAt = new Date(startOf(index)).toISOString();
  const isRunning = startOf(index) + 3_000 > Date.now();
  return {
    id: `c${index}`,
    project_id: testWorkspace.projectId,
    op_name: "answer",
    trace_id: `t${index}`,
    started_at: startedAt,
    ended_at: isRunning ? null : new Date(startOf(index) + 3_000).toISOString(),
    attributes: {},
    summary: {},
  } as Call;
}

/** Calls of a request: the indexes from, and up to but not including. */
function rangeOf({ body }: SentRequest): readonly [from: number, to: number] {
  const stored = STORED_BEFORE + Math.floor((Date.now() - START_MS) / 1_000);
  const query = JSON.stringify(body.query ?? null);
  const [, bound] = /"\$gt":\[\{"\$getField":"started_at"\},\{"\$literal":([\d.]+)\}\]/.exec(query) ?? [];
  if (bound === undefined) return [0, stored];
  const first = Math.floor((Number(bound) * 1_000 - START_MS) / 1_000) + STORED_BEFORE + 1;
  return query.includes("$not") ? [0, Math.min(stored, first)] : [Math.min(stored, first), stored];
}

function answerAsService(): SentRequest[] {
  return answerRequests({
    "calls.streamQuery": (request) => {
      const { offset = 0, limit = 10_000, filter } = request.body;
      const ids: readonly string[] | undefined = filter?.call_ids;
      if (ids !== undefined) return lines(ids.map((id) => callOf(Number(id.slice(1)))));
      const [from, to] = rangeOf(request);
      const count = Math.max(0, Math.min(limit, to - from - offset));
      return lines(Array.from({ length: count }, (_, at) => callOf(to - 1 - offset - at)));
    },
    "calls.queryStats": (request) => {
      const [from, to] = rangeOf(request);
      return json({ count: to - from, total_storage_size_bytes: null });
    },
    "calls.preview": ({ body }) =>
      json({
        previews: body.call_ids.map((id: string) => ({
          id,
          inputs: '{"question":"?"}',
          output: '"yes"',
          inputs_length: 16,
          output_length: 5,
        })),
      }),
  });
}

function setVisible(isVisible: boolean): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: isVisible ? "visible" : "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
}

async function pass(durationMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < durationMs; passedMs += STEP_MS) {
    await act(() => vi.advanceTimersByTimeAsync(STEP_MS));
  }
}

/** The rows that the cache of the page holds, in queries that are shown or were shown a while ago. */
function cachedRows(client: QueryClient): number {
  const rows = (data: unknown): number => {
    if (Array.isArray(data)) return data.length;
    if (typeof data !== "object" || data === null) return 0;
    return Object.values(data).reduce((sum: number, member) => sum + rows(member), 0);
  };
  return client
    .getQueryCache()
    .getAll()
    .reduce((sum, { state }) => sum + rows(state.data), 0);
}

/** The cache keeps answers that are not shown any more for some minutes; a window is longer than that. */
const WINDOW_MS = 6 * MINUTE_MS;
const WINDOWS = scaled(3, 10);

it(`a live list that is open for ${(WINDOWS * WINDOW_MS) / MINUTE_MS} minutes holds no more rows and sends no more requests than in the beginning, and sends none while it is hidden`, async (test) => {
  const sent = answerAsService();
  const props = { workspace: testWorkspace, query: "", grain: "roots", range: { kind: "all" }, isLive: true } as const;
  const { result, client } = renderOnPage((options: Parameters<typeof useListing>[0]) => useListing(options), {
    props: { ...props, sort: { field: "started_at", direction: "desc" }, paths: [], opening: openList() },
  });
  await pass(MINUTE_MS);
  const windows: { requests: number; queries: number; rows: number }[] = [];
  for (let window = 0; window < WINDOWS; window += 1) {
    const before = sent.length;
    await pass(WINDOW_MS);
    const queries = client.getQueryCache().getAll().length;
    windows.push({ requests: sent.length - before, queries, rows: cachedRows(client) });
    const { list, counts } = result.current;
    // The newest call is of the last seconds, and each is there once.
    expect(Date.parse(list.calls[0]?.started_at ?? "")).toBeGreaterThan(Date.now() - 5 * STEP_MS);
    expect(new Set(list.calls.map(({ id }) => id)).size).toBe(list.calls.length);
    expect(list.calls.length).toBeLessThanOrEqual(MAX_ROWS);
    expect(counts.matching).toBeGreaterThan(STORED_BEFORE + (window * WINDOW_MS) / 1_000);
  }
  for (const { requests, queries, rows } of windows) {
    expect(requests / (WINDOW_MS / 1_000)).toBeLessThan(MAX_REQUESTS_PER_S);
    expect(queries).toBeLessThan(MAX_QUERIES);
    expect(rows).toBeLessThan(MAX_CACHED_ROWS);
  }

  setVisible(false);
  await pass(STEP_MS);
  const hidden = sent.length;
  await pass(5 * MINUTE_MS);
  expect(sent.length - hidden).toBe(0);
  setVisible(true);
  await pass(5 * STEP_MS);
  expect(Date.parse(result.current.list.calls[0]?.started_at ?? "")).toBeGreaterThan(Date.now() - 5 * STEP_MS);
  const most = (name: "requests" | "queries" | "rows") => Math.max(...windows.map((window) => window[name]));
  noteFigures(test, {
    "minutes that a live list was open; calls that arrived": `${(WINDOWS * WINDOW_MS) / MINUTE_MS}; ${(WINDOWS * WINDOW_MS) / 1_000}`,
    "requests a second, at most": Number((most("requests") / (WINDOW_MS / 1_000)).toFixed(2)),
    "rows in memory, at most": most("rows"),
  });
});
