// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { callStatsOperations } from "@/lib/api/contract/calls/call-stats-operations";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useHistogram } from "./use-histogram";

afterEach(cleanPage);

describe("the histogram of the list", () => {
  const histogram = callStatsOperations["calls.histogram"].example.result;
  type Options = Parameters<typeof useHistogram>[0];
  const figures = callStatsOperations["calls.stats"].example.result;
  const plain: Options = {
    measure: "calls",
    workspace: testWorkspace,
    query: "",
    areRootsOnly: true,
    range: { kind: "relative", text: "1h", durationMs: 3_600_000 },
    t: "1h",
    isLive: false,
    isEnabled: true,
  };
  const openHistogram = (change: Partial<Options>, answers: Answers) => {
    const sent = answerRequests(answers);
    const { result, rerender } = renderOnPage((options: Options) => useHistogram(options), {
      props: { ...plain, ...change },
    });
    return { sent, now: () => result.current, rerender: (next: Partial<Options>) => rerender({ ...plain, ...next }) };
  };

  it("waits for the rows, then shows the full range", async () => {
    const { sent, now, rerender } = openHistogram({ isEnabled: false }, { "calls.histogram": () => json(histogram) });
    expect([now().measured, sent]).toEqual([undefined, []]);
    rerender({ isEnabled: true });
    await waitFor(() => expect(now().measured).toBeDefined());
    expect([now().brush, now().isOpenEnded]).toEqual([null, true]);
  });

  it("reads figures for latency and cost, and keeps what it shows until they have arrived", async () => {
    const { sent, now, rerender } = openHistogram(
      {},
      { "calls.histogram": () => json(histogram), "calls.stats": () => json(figures) },
    );
    await waitFor(() => expect(now().measured?.measure).toBe("calls"));
    rerender({ measure: "latency" });
    expect(now().measured?.measure).toBe("calls");
    await waitFor(() => expect(now().measured?.measure).toBe("latency"));
    expect(sent.map(({ operation }) => operation)).toEqual(["calls.histogram", "calls.stats"]);
    const [counts, latencies] = sent;
    expect(Object.keys(latencies?.body)).toEqual(Object.keys(counts?.body));
  });

  it("keeps the full range while a part of it is selected", () => {
    const nowMs = Date.now();
    const brush = { fromMs: nowMs - 1_800_000, toMs: nowMs - 900_000 };
    const { now } = openHistogram({ range: { kind: "absolute", ...brush } }, {});
    expect([now().brush, now().isOpenEnded]).toEqual([brush, true]);
  });

  it("ends in the past when the range does", () => {
    const { now } = openHistogram({ range: { kind: "absolute", fromMs: 0, toMs: 1000 }, isLive: true }, {});
    expect([now().brush, now().isOpenEnded]).toEqual([null, false]);
  });

  it("shows a failure, and is loaded again on request", async () => {
    let isDown = true;
    const { now } = openHistogram(
      { isLive: true },
      { "calls.histogram": () => (isDown ? failed("upstream") : json(histogram)) },
    );
    await waitFor(() => expect(now().failure).toMatchObject({ kind: "upstream" }));
    isDown = false;
    act(() => now().retry());
    await waitFor(() => expect(now().measured).toBeDefined());
  });
});
