// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { AuditSummary } from "@/lib/api/contract/costs/cost-audit";
import { type Answers, answerRequests, failed, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { AuditDialog } from "./audit-dialog";

afterEach(cleanPage);

const progress = { kind: "progress", checked_calls: 0, call_count: 12 };

const leftOut = {
  ...{ kind: "left_out", reason: "reported_twice", call_id: "twin", trace_id: "t", model: "gpt-4o" },
  ...{ total_tokens: 110, counted_call_id: "first" },
};

const summary = (rest: Partial<AuditSummary> = {}) => ({
  ...{ kind: "summary", after: "2026-11-20T10:00:00Z", before: "2026-11-20T11:00:00Z", bucket_seconds: 3600 },
  ...{ checked_calls: 12, usage_call_count: 9, counted_call_count: 8, shown_from: "calls", are_rollups_checked: true },
  ...{ recomputed: { total_tokens: 110, cost_usd: 1.5 }, shown: { total_tokens: 110, cost_usd: 1.5 } },
  ...{ changed_bucket_count: 0, difference_counts: { call: 0, figures: 0, rollups: 0 }, incomplete_reason: null },
  left_out_counts: { reported_below: 0, reported_twice: 0, no_price: 0, cost_differs: 0 },
  ...rest,
});

function draw(answer: Answers[string]) {
  const onClose = vi.fn();
  const sent = answerRequests({ "cost.audit": answer });
  renderElementOnPage(<AuditDialog workspace={testWorkspace} range={{ kind: "all" }} onClose={onClose} />);
  return { sent, onClose };
}

it("says that all figures are confirmed where nothing differs and nothing is left out", async () => {
  const { sent } = draw(() => lines([progress, summary()]));
  expect(await screen.findByText("No differences: 12 calls recomputed, compared by model and hour.")).toBeTruthy();
  expect(screen.getByText("All reported tokens count, at your prices.")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  expect(sent.map(({ body }) => body)).toEqual([{ project_id: "demo/airline", after: null, before: null }]);
});

it("lists differences with both values, and calls that are left out with what counts in their place", async () => {
  const difference = { kind: "difference", place: "figures", model: "gpt-4o", value: "total_tokens" };
  draw(() =>
    lines([
      progress,
      { ...difference, shown: 1234, recomputed: 1230, bucket: "2026-11-20T10:00:00Z" },
      leftOut,
      summary({
        difference_counts: { call: 0, figures: 4, rollups: 0 },
        left_out_counts: { reported_below: 0, reported_twice: 3, no_price: 0, cost_differs: 0 },
      }),
    ]),
  );
  const differences = await screen.findByRole("region", { name: "Differences" });
  expect(within(differences).getAllByRole("row")[1]?.textContent).toMatch(/gpt-4ototal_tokens1,2341,230$/);
  expect(differences.textContent).toContain("3 more");
  const out = screen.getByRole("region", { name: "Left out" });
  expect(out.textContent).toContain("3 Not counted: another call reports the same request.");
  expect(out.textContent).toContain("2 more");
  const links = within(out).getAllByRole("link", { hidden: true });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/airline/traces/twin", "/airline/traces/first"]);
});

it("shows how far it is, stops on request, and starts again", async () => {
  let asked = 0;
  const { sent } = draw(({ signal }) => {
    asked += 1;
    if (asked > 1) return lines([progress, summary()]);
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`${JSON.stringify({ ...progress, checked_calls: 6 })}\n`));
        signal?.addEventListener("abort", () => controller.error(new DOMException("Stopped.", "AbortError")));
      },
    });
    return new Response(body);
  });
  expect(await screen.findByText("6 of about 12 calls checked")).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("50");
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText(/^Stopped after 6 calls: sums were not compared/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText(/^No differences/)).toBeTruthy();
  expect(sent).toHaveLength(2);
});

it("keeps what was found when the stream is cut short, and never takes it for complete", async () => {
  draw(() => lines([progress, leftOut]));
  expect(await screen.findByText(/^Cut short after 0 calls: sums were not compared/)).toBeTruthy();
  expect(screen.getByRole("region", { name: "Left out" }).textContent).toContain("twin");
  expect(screen.queryByText(/No differences/)).toBeNull();
});

it.each([
  ["unsupported", "This connection does not support cost audits"],
  ["upstream", "The service failed"],
  ["forbidden", "Not permitted"],
] as const)("says that the service did not do it: %s", async (kind, title) => {
  draw(() => failed(kind));
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  expect(screen.queryByText(/No differences|All reported tokens/)).toBeNull();
});

it("says that there is nothing to check where the range has no calls", async () => {
  draw(() => lines([progress, summary({ after: null, before: null, checked_calls: 0 })]));
  expect(await screen.findByRole("heading", { name: "No calls in this range" })).toBeTruthy();
});
