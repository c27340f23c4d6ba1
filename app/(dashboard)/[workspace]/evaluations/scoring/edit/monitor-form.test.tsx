// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { operations } from "@/lib/api/contract/operations";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { MonitorForm } from "./monitor-form";
import "@/test/setup/browser-layout";

const router = vi.hoisted(() => ({ push: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => router, usePathname: () => "/ws/evaluations/scoring/edit" }));

beforeEach(() => router.push.mockClear());
afterEach(cleanPage);

const estimate = operations["monitors.estimate"].example.result;
const saved = operations["monitors.save"].example.result;
const monitor = operations["monitors.save"].result.schema.parse({ ...saved, state: "on" });

const open = (answers: Answers, record: typeof monitor | null = null) => {
  const sent = answerRequests(answers);
  renderElementOnPage(
    <TooltipProvider>
      <MonitorForm workspace={testWorkspace} monitor={record} />
    </TooltipProvider>,
  );
  return sent;
};

const refused = (loc: readonly string[], msg: string) =>
  new Response(
    JSON.stringify({
      error: {
        kind: "validation",
        message: "The service rejected the request.",
        requestId: "r",
        operation: "monitors.estimate",
        detail: [{ loc, msg, type: "value_error" }],
      },
    }),
    { status: 422 },
  );

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("the form of a monitor", () => {
  it("says what is missing, and cannot be saved before its cost is shown", async () => {
    const sent = open({
      "monitors.estimate": () => json({ ...estimate, cost_usd: 4.2 }),
      "monitors.save": () => json(saved),
    });
    expect(screen.getByText("Needs a name, a scorer")).toBeTruthy();
    expect(button("Save and switch on").disabled).toBe(true);
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Live" } });
    fireEvent.click(button("Add scorer: Regex"));
    expect(screen.queryByRole("button", { name: "Add scorer: Pairwise" })).toBeNull();
    fireEvent.change(screen.getByLabelText("Pattern"), { target: { value: "ok" } });
    expect(await screen.findByText("$4.20")).toBeTruthy();
    await waitFor(() => expect(button("Save and switch on").disabled).toBe(false));
    fireEvent.click(button("Save and switch on"));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/${testWorkspace.slug}/evaluations/scoring`));
    expect(sent.find(({ operation }) => operation === "monitors.save")?.body).toMatchObject({
      monitor_id: null,
      is_on: true,
      settings: { name: "Live", rate_percent: 10, filter: { trace_roots_only: true } },
    });
  });

  it("shows what the service refuses at its field", async () => {
    open({
      "monitors.estimate": () => refused(["body", "settings", "max_cost_usd_per_day"], "adder has no price"),
    });
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Live" } });
    fireEvent.click(button("Add scorer: Exact"));
    await waitFor(() => expect(screen.getAllByText("adder has no price")).toHaveLength(2));
    expect(screen.getByText("1 problem to fix")).toBeTruthy();
    expect(button("Save and switch on").disabled).toBe(true);
  });

  it("changes a monitor that is on, and keeps it on", async () => {
    const sent = open(
      { "monitors.estimate": () => json(estimate), "monitors.save": () => failed("unreachable") },
      monitor,
    );
    await waitFor(() => expect(button("Save").disabled).toBe(false));
    fireEvent.click(button("Save"));
    expect(await screen.findByText(/^Not saved\./)).toBeTruthy();
    expect(sent.at(-1)?.body).toMatchObject({ monitor_id: monitor.id, is_on: true });
    expect(router.push).not.toHaveBeenCalled();
  });

  it("previews three calls, with the failure of a scorer beside the scores of others", async () => {
    const call = operations["monitors.preview"].example.result.calls[0];
    const scores = [
      { name: "thanks", score: true, error: null },
      { name: "judge", score: null, error: "No provider" },
    ];
    open(
      { "monitors.estimate": () => json(estimate), "monitors.preview": () => json({ calls: [{ ...call, scores }] }) },
      monitor,
    );
    await waitFor(() => expect(button("Try three calls").disabled).toBe(false));
    fireEvent.click(button("Try three calls"));
    expect(await screen.findByText("failed: No provider")).toBeTruthy();
    expect(screen.getByRole("region", { name: "Preview" }).textContent).toContain("thanks true");
  });
});
