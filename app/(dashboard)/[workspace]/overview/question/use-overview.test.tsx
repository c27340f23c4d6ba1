// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { callStatsOperations } from "@/lib/api/contract/calls/call-stats-operations";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import type { OverviewRequest } from "./prepare-overview-request";
import { useOverview, useWiderCounts } from "./use-overview";

afterEach(cleanPage);

const { result: figures } = callStatsOperations["calls.stats"].example;
const withCount = (call_count: number) => json({ ...figures, totals: { ...figures.totals, call_count } });

const question: OverviewRequest = {
  projectId: "demo/airline",
  query: "",
  areRootsOnly: true,
  source: "all",
  range: { kind: "relative", text: "1h", durationMs: 3_600_000 },
  comparison: "previous",
  groupName: "op",
};

function open(answers: Answers, isLive = false, first = question) {
  const sent = answerRequests(answers);
  const { result, rerender } = renderOnPage(
    (now: { question: OverviewRequest }) => useOverview("local", now.question, isLive),
    { props: { question: first } },
  );
  return { sent, rerender, now: () => result.current };
}

describe("the figures of the overview", () => {
  it("are marked as stale while a changed question is answered", async () => {
    const { now, rerender } = open({ "calls.stats": ({ body }) => withCount(body.query ? 2 : 9) });
    expect(now().answer).toBeNull();
    await waitFor(() => expect(now().answer?.result.totals.call_count).toBe(9));
    rerender({ question: { ...question, query: "refund" } });
    expect([now().isStale, now().answer?.result.totals.call_count]).toEqual([true, 9]);
    await waitFor(() => expect(now().isStale).toBe(false));
    expect(now().answer?.result.totals.call_count).toBe(2);
  });

  it("have wider buckets when there are few calls", async () => {
    const range = { after: "2026-11-20T00:00:00Z", before: "2026-11-21T00:00:00Z" };
    const widths: unknown[] = [];
    const { now } = open({
      "calls.stats": ({ body }) => {
        widths.push(body.bucket_seconds);
        const totals = { ...figures.totals, call_count: 3 };
        return json({ ...figures, ...range, totals, bucket_seconds: body.bucket_seconds ?? 900 });
      },
    });
    await waitFor(() => expect(now().answer?.result.bucket_seconds).toBe(7200));
    expect(widths).toEqual([undefined, 7200]);
  });

  it("are neither requested nor shown while the query has a term that cannot be asked", async () => {
    const { now, rerender, sent } = open({ "calls.stats": () => withCount(9) });
    await waitFor(() => expect(now().answer).not.toBeNull());
    rerender({ question: { ...question, query: "duration:fast" } });
    expect(now()).toMatchObject({ answer: null, failure: null, problems: [{ text: "duration:fast" }] });
    expect(sent).toHaveLength(1);
  });

  it("show a failure, and are loaded again on request", async () => {
    let isDown = true;
    const { now } = open({ "calls.stats": () => (isDown ? failed("upstream") : withCount(1)) });
    await waitFor(() => expect(now().failure).toMatchObject({ kind: "upstream" }));
    isDown = false;
    act(() => now().refresh());
    await waitFor(() => expect(now().failure).toBeNull());
  });

  it("show the first call of a live page soon", async () => {
    let count = 0;
    const { now } = open({ "calls.stats": () => withCount(count) }, true);
    await waitFor(() => expect(now().answer?.result.totals.call_count).toBe(0));
    count = 1;
    await waitFor(() => expect(now().answer?.result.totals.call_count).toBe(1));
  });
});

describe("the counts of a page where nothing matches", () => {
  it("are of the same range without the filter, and of all time", async () => {
    answerRequests({
      "calls.queryStats": ({ body }) => json({ count: body.query ? 3 : 8, total_storage_size_bytes: null }),
    });
    const { result } = renderOnPage(
      () => useWiderCounts("local", "demo/airline", { fromMs: 1000, toMs: 2000, query: "" }),
      {
        props: {},
      },
    );
    expect(result.current).toEqual({ unfiltered: null, allTime: null, hasFailed: false });
    await waitFor(() => expect(result.current).toEqual({ unfiltered: 3, allTime: 8, hasFailed: false }));
  });
});
