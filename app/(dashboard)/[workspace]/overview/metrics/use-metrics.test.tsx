// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { OverviewRequest } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { callMetricsOperations } from "@/lib/api/contract/calls/call-metrics-operations";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useMetrics } from "./use-metrics";

afterEach(cleanPage);

const { result: example } = callMetricsOperations["calls.metrics"].example;

const question: OverviewRequest = {
  projectId: "demo/airline",
  query: "",
  areRootsOnly: false,
  source: "all",
  range: { kind: "relative", text: "1h", durationMs: 3_600_000 },
  comparison: "previous",
  groupName: "op",
};

function open(answers: Answers, given: Partial<OverviewRequest> = {}) {
  const sent = answerRequests(answers);
  const asked = { ...question, ...given };
  const { result } = renderOnPage(() => useMetrics("public", asked, Date.parse("2026-11-20T15:00:00Z")), { props: {} });
  return { sent, now: () => result.current };
}

describe("the charts of a service without figures", () => {
  it("are the metrics of the page's range", async () => {
    const { sent, now } = open({ "calls.metrics": () => json(example) });
    expect(now()).toEqual({ kind: "loading" });
    await waitFor(() => expect(now()).toMatchObject({ kind: "loaded", result: { granularity: 3600 } }));
    expect(sent[0]?.body).toMatchObject({ project_id: "demo/airline", start: "2026-11-20T14:00:00.000Z" });
  });

  it("are absent where the service does not have them either", async () => {
    const { now } = open({});
    await waitFor(() => expect(now()).toEqual({ kind: "absent" }));
  });

  it("say why they failed, and are loaded again on request", async () => {
    let isDown = true;
    const { now } = open({ "calls.metrics": () => (isDown ? failed("upstream") : json(example)) });
    await waitFor(() => expect(now()).toMatchObject({ kind: "failed", failure: { kind: "upstream" } }));
    isDown = false;
    const failedNow = now();
    act(() => (failedNow.kind === "failed" ? failedNow.retry() : undefined));
    await waitFor(() => expect(now()).toMatchObject({ kind: "loaded" }));
  });

  it("are not requested with a filter that the service would ignore, only whether the service has them", async () => {
    const { sent, now } = open({ "calls.metrics": () => json(example) }, { query: "latency:>2s" });
    await waitFor(() => expect(now()).toMatchObject({ kind: "unfit" }));
    expect(sent.map(({ body }) => [body.call_metrics, body.usage_metrics])).toEqual([[undefined, undefined]]);
  });

  it("are absent, whatever the filter, where the service does not have them", async () => {
    const { now } = open({}, { query: "latency:>2s" });
    await waitFor(() => expect(now()).toEqual({ kind: "absent" }));
  });
});
