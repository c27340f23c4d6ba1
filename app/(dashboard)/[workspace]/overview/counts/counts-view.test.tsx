// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OverviewRequest } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { callMetricsOperations } from "@/lib/api/contract/calls/call-metrics-operations";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { CountsView } from "./counts-view";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: vi.fn(), prefetch: vi.fn() }),
  usePathname: () => "/",
  useParams: () => ({}),
}));

layOut({ inside: { width: 900, height: 300 } });
afterEach(cleanPage);

const question: OverviewRequest = {
  projectId: "demo/airline",
  query: "",
  areRootsOnly: false,
  source: "all",
  range: { kind: "relative", text: "1h", durationMs: 3_600_000 },
  comparison: "previous",
  groupName: "op",
};

const bucket = { timestamp: "2026-11-20T14:00:00Z", count: 4, sum_call_count: 4, sum_error_count: 1 };
const usage = { timestamp: "2026-11-20T14:00:00Z", model: "gpt-4o", count: 4, sum_input_tokens: 400 };
const metrics = {
  ...callMetricsOperations["calls.metrics"].example.result,
  call_buckets: [{ ...bucket, p50_latency_ms: 100, p90_latency_ms: 200, p99_latency_ms: 300 }],
  usage_buckets: [{ ...usage, sum_output_tokens: 0, sum_total_tokens: 400, sum_output_cost: 1, sum_total_cost: 3 }],
};

function open(answers: Answers, given: Partial<OverviewRequest> = {}) {
  answerRequests({ "calls.queryStats": () => json({ count: 4, total_storage_size_bytes: null }), ...answers });
  renderElementOnPage(
    <CountsView
      workspace={testWorkspace}
      question={{ ...question, ...given }}
      compared={[]}
      onComparedChange={() => undefined}
      onRetry={() => undefined}
    />,
  );
}

const main = () => document.body.textContent;

describe("the overview of a service without figures", () => {
  it("draws calls, latency and cost where the service has metrics, and says where they come from", async () => {
    open({ "calls.metrics": () => json(metrics) });
    await waitFor(() => expect(screen.getByRole("heading", { name: "Cost by model" })).toBeTruthy());
    expect(screen.getByRole("heading", { name: "Latency" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Calls" })).toBeTruthy();
    expect(main()).toContain("gpt-4o");
    await waitFor(() => expect(main()).toContain("Charts come from /calls/stats, counts from /calls/query_stats"));
  });

  it("says that there are no calls in the range", async () => {
    open({ "calls.metrics": () => json({ ...metrics, call_buckets: [], usage_buckets: [] }) });
    await waitFor(() => expect(main()).toContain("No calls in this range."));
  });

  it("shows counts alone where the service has no metrics", async () => {
    open({});
    await waitFor(() => expect(main()).toContain("charts over time are not available here"));
    expect(screen.queryByRole("heading", { name: "Latency" })).toBeNull();
  });

  it("shows why charts could not be loaded, beside the counts", async () => {
    open({ "calls.metrics": () => failed("upstream") });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Could not load charts over time"));
    expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
    expect(screen.getByText("Traces")).toBeTruthy();
  });

  it("shows no charts for a filter that they would ignore", async () => {
    open({ "calls.metrics": () => json(metrics) }, { query: "latency:>2s" });
    await waitFor(() => expect(main()).toContain("can only be filtered by"));
    expect(screen.queryByRole("heading", { name: "Latency" })).toBeNull();
  });
});
