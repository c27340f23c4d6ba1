// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { callStatsOperations } from "@/lib/api/contract/calls/call-stats-operations";
import type { Call } from "@/lib/api/contract/calls/calls";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { openList } from "./list-opening";
import { useListing } from "./use-listing";

afterEach(cleanPage);

type Options = Parameters<typeof useListing>[0];

/** The second in which a call of the test starts. */
const timeOf = (second: number) => new Date(Date.UTC(2026, 10, 20) + second * 1000).toISOString();

const callOf = (index: number, more: Partial<Call> = {}): Call => ({
  id: `c${index}`,
  project_id: "demo/airline",
  op_name: "answer",
  trace_id: `t${index}`,
  started_at: timeOf(index),
  ended_at: timeOf(index + 1),
  attributes: {},
  summary: { usage: { gpt: { requests: 1, prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } } },
  ...more,
});

/** The newest first. */
const callsTo = (count: number) => Array.from({ length: count }, (_, index) => callOf(count - 1 - index));

const figures = callStatsOperations["calls.stats"].example.result.totals;

/** A service that stores these calls, and responds to the requests of the page. */
function service(stored: () => readonly Call[], more: Answers = {}) {
  return answerRequests({
    "calls.streamQuery": ({ body }) => {
      const { offset = 0, limit = 10_000, filter } = body;
      const ids: readonly string[] | undefined = filter?.call_ids;
      const found = stored().filter(({ id }) => ids === undefined || ids.includes(id));
      const isOldestFirst = body.sort_by?.[0]?.direction === "asc";
      return lines((isOldestFirst ? found.toReversed() : found).slice(offset, offset + limit));
    },
    "calls.queryStats": () => json({ count: stored().length, total_storage_size_bytes: null }),
    "calls.preview": ({ body }) =>
      json({
        previews: body.call_ids.map((id: string) => ({
          id,
          inputs: `{"question":"${id}?"}`,
          output: '"yes"',
          inputs_length: 9,
          output_length: 5,
          ...(body.paths ? { values: Object.fromEntries(body.paths.map((path: string) => [path, "7"])) } : {}),
        })),
      }),
    ...more,
  });
}

const plain: Options = {
  workspace: testWorkspace,
  query: "",
  grain: "roots",
  sort: { field: "started_at", direction: "desc" },
  range: { kind: "all" },
  isLive: false,
  paths: [],
  opening: openList(),
};

let connection = 0;

/** Opens the page on a connection of its own: what a service lacks is remembered by connection. */
function open(change: Partial<Options> = {}) {
  connection += 1;
  const workspace = { ...testWorkspace, connectionId: `connection-${connection}` };
  const props = { ...plain, workspace, opening: openList(), ...change };
  const page = renderOnPage((options: Options) => useListing(options), { props });
  const rerender = (next: Partial<Options>) => page.rerender({ ...props, ...next });
  return { ...page, rerender, now: () => page.result.current };
}

/** The previews of a row; null until they are loaded. */
const payloadAt = ({ rowAt }: ReturnType<typeof useListing>, index: number) => rowAt(index)?.payload ?? null;

const idsOf = ({ list }: { list: { calls: readonly Call[] } }) => list.calls.map(({ id }) => id);

describe("the list of calls", () => {
  it("loads page by page, bounded by the newest call of the first page", async () => {
    const calls = callsTo(450);
    const sent = service(() => calls);
    const { now } = open();
    expect(now().list.isPending).toBe(true);
    await waitFor(() => expect(now().list.calls).toHaveLength(200));
    expect([now().list.hasMore, now().list.newestAt]).toEqual([true, timeOf(449)]);
    act(() => now().list.loadMore());
    await waitFor(() => expect(now().list.calls).toHaveLength(400));
    act(() => now().list.loadMore());
    await waitFor(() => expect(now().list.hasMore).toBe(false));
    expect(idsOf(now())).toHaveLength(450);
    const pages = sent.filter(({ body }) => body.limit === 200);
    expect(pages.map(({ body }) => body.offset)).toEqual([0, 200, 400]);
    expect([pages[0]?.body.query, JSON.stringify(pages[1]?.body.query)]).toEqual([
      undefined,
      expect.stringContaining("started_at"),
    ]);
  });

  it("shows what is around a searched text, and asks for it only in a search", async () => {
    const found = "Shall I cancel the booking and refund the fare?";
    const sent = service(() => callsTo(2), {
      "calls.preview": ({ body }) =>
        json({
          previews: body.call_ids.map((id: string) => ({
            ...{ id, inputs: '{"question":"Yes."}', output: '"No refund."', inputs_length: 19, output_length: 12 },
            ...(body.find ? { found_in_inputs: found, found_in_output: "No refund." } : {}),
          })),
        }),
    });
    const { now, rerender } = open();
    await waitFor(() => expect(payloadAt(now(), 0)?.input?.text).toBe("Yes."));
    expect(sent.some(({ body }) => body.find !== undefined)).toBe(false);
    rerender({ query: "refund" });
    await waitFor(() => expect(payloadAt(now(), 0)?.input?.text).toBe("…booking and refund the fare?"));
    expect(payloadAt(now(), 0)?.output?.text).toBe("No refund.");
  });

  it("marks a request whose tokens count at another row, and reads no traces for it", async () => {
    const report = (source: string, response: string) => ({ is_request: true, source, response, answer: "" });
    const request = (index: number, source: string, prompt: number, response = "r") =>
      callOf(index, {
        ...{ trace_id: "t", started_at: timeOf(0), ended_at: timeOf(5) },
        summary: {
          usage: { gpt: { prompt_tokens: prompt, completion_tokens: 2 } },
          weave: { usage_report: report(source, response) },
        },
      });
    const sent = service(() => [
      request(2, "sdk", 200),
      request(1, "client", 1200),
      request(0, "client", 200, "other"),
    ]);
    const { now } = open({ grain: "all" });
    await waitFor(() => expect(now().rowAt(0)?.mark).toBe("reported twice"));
    expect([now().rowAt(1)?.mark, now().rowAt(2)?.mark]).toEqual([null, null]);
    expect(sent.filter(({ body }) => body.filter?.trace_ids !== undefined)).toEqual([]);
  });

  it("contains a call once when it moved to the next page", async () => {
    let calls = callsTo(300);
    service(() => calls);
    const { now } = open();
    await waitFor(() => expect(now().list.calls).toHaveLength(200));
    calls = callsTo(301);
    act(() => now().list.loadMore());
    await waitFor(() => expect(now().list.hasMore).toBe(false));
    expect(new Set(idsOf(now())).size).toBe(300);
    expect(now().list.calls).toHaveLength(300);
  });

  it("requests the newest call separately in another order", async () => {
    const calls = callsTo(5);
    const sent = service(() => calls);
    const { now } = open({ sort: { field: "started_at", direction: "asc" } });
    await waitFor(() => expect(now().list.newestAt).toBe(timeOf(4)));
    expect(idsOf(now())).toEqual(["c0", "c1", "c2", "c3", "c4"]);
    expect(sent.filter(({ body }) => body.limit === 1)).toHaveLength(1);
  });

  it("keeps the rows of the previous query, marked as stale, until the next responds", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    service(() => callsTo(2), {
      "calls.streamQuery": async ({ body }) => {
        if (body.query !== undefined) await held;
        return lines(body.query === undefined ? callsTo(2) : [callOf(9)]);
      },
    });
    const { now, rerender } = open();
    await waitFor(() => expect(now().list.calls).toHaveLength(2));
    rerender({ query: "refund" });
    await waitFor(() => expect(now().list.isStale).toBe(true));
    expect(idsOf(now())).toEqual(["c1", "c0"]);
    release();
    await waitFor(() => expect(idsOf(now())).toEqual(["c9"]));
    expect(now().list.isStale).toBe(false);
  });

  it("keeps its rows when the next page fails, and loads that page on retry", async () => {
    let isDown = false;
    const calls = callsTo(250);
    service(() => calls, {
      "calls.streamQuery": ({ body }) =>
        isDown && body.offset > 0 ? failed("upstream") : lines(calls.slice(body.offset, body.offset + body.limit)),
    });
    const { now } = open();
    await waitFor(() => expect(now().list.calls).toHaveLength(200));
    isDown = true;
    act(() => now().list.loadMore());
    await waitFor(() => expect(now().list.failure).toMatchObject({ kind: "upstream" }));
    expect(now().list.calls).toHaveLength(200);
    isDown = false;
    act(() => now().list.retry());
    await waitFor(() => expect(now().list.calls).toHaveLength(250));
    expect(now().list.failure).toBeNull();
  });

  it("loads the first page again on retry after it failed", async () => {
    let isDown = true;
    service(() => [], { "calls.streamQuery": () => (isDown ? failed("unreachable") : lines(callsTo(1))) });
    const { now } = open();
    await waitFor(() => expect(now().list.failure).toMatchObject({ kind: "unreachable" }));
    isDown = false;
    act(() => now().list.retry());
    await waitFor(() => expect(idsOf(now())).toEqual(["c0"]));
  });

  it("continues after a page that was cut short, counting its unreadable lines", async () => {
    const bodies: number[] = [];
    service(() => [], {
      "calls.streamQuery": ({ body }) => {
        if (body.filter?.call_ids) return lines([]);
        bodies.push(body.offset);
        if (body.offset > 0) return lines([callOf(0)]);
        return new Response(`${JSON.stringify(callOf(2))}\n{"id":1}\n{"id":`);
      },
    });
    const { now } = open();
    await waitFor(() => expect(now().list.last?.end.kind).toBe("cut-short"));
    expect([now().list.hasMore, idsOf(now())]).toEqual([true, ["c2"]]);
    act(() => now().list.loadMore());
    await waitFor(() => expect(idsOf(now())).toEqual(["c2", "c0"]));
    expect(bodies).toEqual([0, 2]);
  });

  it("shows the first calls of an empty live list without a reload", async () => {
    let calls: readonly Call[] = [];
    service(() => calls);
    const { now } = open({ isLive: true });
    await waitFor(() => expect(now().counts.matching).toBe(0));
    calls = callsTo(1);
    await waitFor(() => expect(idsOf(now())).toEqual(["c0"]));
  });
});

describe("the counts of the list", () => {
  it("are of the query, of all calls in the range, and of the other scope", async () => {
    const calls = callsTo(3);
    service(() => calls, {
      "calls.queryStats": ({ body }) => {
        const count = JSON.stringify(body).includes("refund") ? 1 : body.filter.trace_roots_only ? 3 : 8;
        return json({ count, total_storage_size_bytes: null });
      },
    });
    const { now } = open({ query: "refund", range: { kind: "relative", text: "1h", durationMs: 3_600_000 } });
    await waitFor(() => expect(now().counts.otherScope).not.toBeNull());
    expect(now().counts).toEqual({ matching: 1, unfiltered: 3, otherScope: 1, allTime: null });
  });

  it("are of the chosen source, and only those of all time are of any", async () => {
    const isOfSource = (body: unknown) => JSON.stringify(body).includes('"source"');
    const sent = service(() => [], {
      "calls.queryStats": ({ body }) => json({ count: isOfSource(body) ? 0 : 312, total_storage_size_bytes: null }),
    });
    const { now } = open({ query: "refund", source: "production" });
    await waitFor(() => expect(now().counts.allTime).toBe(312));
    expect(now().counts).toMatchObject({ matching: 0, unfiltered: 0 });
    expect(sent.filter(({ body }) => !isOfSource(body)).map(({ operation }) => operation)).toEqual([
      "calls.queryStats",
    ]);
  });

  it("without a filter that names a source are of all sources", async () => {
    service(() => callsTo(3), {
      "calls.queryStats": ({ body }) =>
        json({ count: JSON.stringify(body).includes("training") ? 3 : 20, total_storage_size_bytes: null }),
    });
    const { now } = open({ query: "source:training", source: "production" });
    await waitFor(() => expect(now().counts).toMatchObject({ matching: 3, unfiltered: 20 }));
  });

  it("are unknown, not those of the query before, while theirs load", async () => {
    service(() => callsTo(3));
    const { now, rerender } = open();
    await waitFor(() => expect(now().counts.matching).toBe(3));
    rerender({ query: "status:error" });
    expect(now().counts.matching).toBeNull();
    await waitFor(() => expect(now().counts.matching).toBe(3));
  });

  it("are unknown for a query that cannot be asked, not none", async () => {
    service(() => []);
    const { now } = open({ query: "latency:fast" });
    await waitFor(() => expect(now().list.last).not.toBeNull());
    await waitFor(() => expect(now().isPainted).toBe(true));
    expect(now().counts).toEqual({ matching: null, unfiltered: null, otherScope: null, allTime: null });
  });

  it("include the calls of all time only when nothing matches", async () => {
    service(() => [], {
      "calls.queryStats": ({ body }) => {
        const isAnyTime = body.query === undefined;
        return json({ count: isAnyTime ? 12 : 0, total_storage_size_bytes: null });
      },
    });
    const { now } = open({ range: { kind: "relative", text: "1h", durationMs: 3_600_000 } });
    await waitFor(() => expect(now().counts.allTime).toBe(12));
    expect(now().counts).toMatchObject({ matching: 0, unfiltered: null });
  });

  describe("of a live list", () => {
    /** Counts and lists only what started after, or not after, the bound of the request. */
    const liveService = (stored: () => readonly Call[]) => {
      const within = (body: { readonly query?: unknown }) => {
        const text = JSON.stringify(body.query ?? null);
        const bound = /"\$gt".*"\$literal":([\d.]+)/.exec(text)?.[1];
        const isNewer = ({ started_at }: Call) => Date.parse(started_at) / 1000 > Number(bound);
        if (bound === undefined) return stored();
        return stored().filter((call) => isNewer(call) !== text.includes("$not"));
      };
      return service(stored, {
        "calls.queryStats": ({ body }) => json({ count: within(body).length, total_storage_size_bytes: null }),
        "calls.streamQuery": ({ body }) => {
          const { offset = 0, limit = 10_000, filter } = body;
          if (filter?.call_ids) return lines(stored().filter(({ id }) => filter.call_ids.includes(id)));
          return lines(within(body).slice(offset, offset + limit));
        },
      });
    };

    it("grow with its rows, which are inserted as they are stored", async () => {
      let calls = callsTo(150);
      liveService(() => calls);
      const { now } = open({ isLive: true });
      await waitFor(() => expect(now().counts.matching).toBe(150));
      calls = callsTo(210);
      await waitFor(() => expect(now().list.calls).toHaveLength(210));
      expect([now().counts.matching, now().newCount, idsOf(now())[0]]).toEqual([210, 0, "c209"]);
      calls = callsTo(212);
      await waitFor(() => expect(now().list.calls).toHaveLength(212));
      expect([now().counts.matching, now().newCount, new Set(idsOf(now())).size]).toEqual([212, 0, 212]);
    });

    it.each<[string, Partial<Options>, (page: ReturnType<typeof open>) => void]>([
      ["is held", { isHeld: true }, () => undefined],
      ["is scrolled", {}, ({ now }) => now().onRangeChange(40, 80)],
      ["has another order", { sort: { field: "ended_at", direction: "desc" } }, () => undefined],
    ])(
      "report new calls that cannot be inserted while it %s, and insert them on request",
      async (_name, change, prepare) => {
        let calls = callsTo(150);
        const sent = liveService(() => calls);
        const page = open({ isLive: true, ...change });
        const { now } = page;
        await waitFor(() => expect(now().counts.matching).toBe(150));
        act(() => prepare(page));
        calls = callsTo(210);
        await waitFor(() => expect(now().newCount).toBe(60));
        expect([now().list.calls.length, now().counts.matching]).toEqual([150, 210]);
        act(() => now().showNew());
        await waitFor(() => expect(now().list.calls).toHaveLength(210));
        expect(now().newCount).toBe(0);
        expect(sent.some(({ body }) => body.limit === 400 && body.offset === 0)).toBe(true);
      },
    );

    it("keep inserted rows while the next ones are held back", async () => {
      let calls = callsTo(10);
      liveService(() => calls);
      const { now, rerender } = open({ isLive: true });
      await waitFor(() => expect(now().counts.matching).toBe(10));
      calls = callsTo(12);
      await waitFor(() => expect(now().list.calls).toHaveLength(12));
      rerender({ isHeld: true });
      calls = callsTo(15);
      await waitFor(() => expect(now().newCount).toBe(3));
      expect([now().list.calls.length, now().counts.matching]).toEqual([12, 15]);
      rerender({ isHeld: false });
      await waitFor(() => expect(now().list.calls).toHaveLength(15));
      expect(now().newCount).toBe(0);
    });
  });
});

describe("the rows of the list", () => {
  it("have previews of their values, and the paths inside", async () => {
    const calls = callsTo(2);
    service(() => calls);
    const { now } = open({ paths: ["inputs.n"] });
    await waitFor(() => expect(payloadAt(now(), 0)).not.toBeNull());
    expect(payloadAt(now(), 0)?.input).not.toBeNull();
    expect(now().seenPaths.map(({ path }) => path)).toContain("inputs.question");
    await waitFor(() => expect(now().numericPaths).toEqual(new Set(["inputs.n"])));
    expect(now().rowAt(5)).toBeUndefined();
    expect(now().seenOps).toEqual(["answer"]);
  });

  it("mark values that could not be loaded", async () => {
    const calls = callsTo(2);
    service(() => calls, { "calls.preview": ({ body }) => (body.paths ? failed("upstream") : json({ previews: [] })) });
    const { now } = open({ paths: ["inputs.n"] });
    await waitFor(() => expect(now().rowAt(0)?.values).toBe("failed"));
  });

  it("load the previews of the rows that are scrolled into view", async () => {
    const calls = callsTo(150);
    service(() => calls);
    const { now } = open();
    await waitFor(() => expect(payloadAt(now(), 0)).not.toBeNull());
    expect(payloadAt(now(), 120)).toBeNull();
    act(() => now().onRangeChange(110, 130));
    await waitFor(() => expect(payloadAt(now(), 120)).not.toBeNull());
    const { shown } = now();
    act(() => now().onRangeChange(110, 130));
    expect(now().shown).toBe(shown);
  });

  it("refresh while their calls run", async () => {
    let calls: readonly Call[] = [callOf(0, { ended_at: null, summary: { weave: { status: "running" } } })];
    service(() => calls);
    const { now } = open({ isLive: true });
    await waitFor(() => expect(now().rowAt(0)?.status).toBe("running"));
    calls = callsTo(1);
    await waitFor(() => expect(now().rowAt(0)?.status).toBe("ok"));
  });

  it("show the tokens of their trace when the root reports none", async () => {
    const calls = [callOf(1, { summary: {} }), callOf(0)];
    const usage = {
      requests: 1,
      prompt_tokens: 10,
      completion_tokens: 4,
      total_tokens: 14,
      cache_read_input_tokens: 2,
      cache_creation_input_tokens: 0,
    };
    const values = [
      { ...figures, value: "t1", usage, cost_usd: 0.5 },
      { ...figures, value: "t7", usage: { ...usage, prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } },
      { ...figures, value: null, usage },
    ];
    const sent = service(() => calls, {
      "calls.stats": () =>
        json({
          after: timeOf(0),
          before: timeOf(9),
          bucket_seconds: 60,
          totals: figures,
          buckets: [],
          previous: null,
          previous_buckets: null,
          groups: [{ by: "trace_id", value_count: 3, values, other: null }],
        }),
    });
    const { now } = open();
    await waitFor(() => expect(now().rowAt(0)?.tokensIn).toBe(10));
    expect(now().rowAt(0)).toMatchObject({ tokensOut: 4, tokensCached: 2, costUsd: 0.5, isTraceTotal: true });
    expect(now().rowAt(1)).toMatchObject({ tokensIn: 5, isTraceTotal: false });
    const request = sent.find(({ operation }) => operation === "calls.stats");
    expect(request?.body.filter).toEqual({ trace_ids: ["t1"] });
  });

  it("stop requesting totals of traces from a service that has none", async () => {
    const calls = Array.from({ length: 120 }, (_, index) => callOf(119 - index, { summary: {} }));
    const sent = service(() => calls);
    const { now } = open();
    const asked = () => sent.filter(({ operation }) => operation === "calls.stats").length;
    await waitFor(() => expect(asked()).toBe(1));
    await waitFor(() => expect(payloadAt(now(), 0)).not.toBeNull());
    act(() => now().onRangeChange(60, 90));
    await waitFor(() => expect(payloadAt(now(), 70)).not.toBeNull());
    expect(asked()).toBe(1);
    expect(now().rowAt(0)?.tokensIn).toBeNull();
  });
});
