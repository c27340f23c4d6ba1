// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { Monitor } from "@/lib/api/contract/monitors/monitors";
import { operations } from "@/lib/api/contract/operations";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { MonitorsTable } from "./monitors-table";
import "@/test/setup/browser-layout";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => "/ws/evaluations/scoring",
}));

afterEach(cleanPage);

const example = operations["monitors.save"].example.result;
const estimate = operations["monitors.estimate"].example.result;
const monitorOf = (members: Partial<Monitor> = {}): Monitor =>
  operations["monitors.save"].result.schema.parse({ ...example, ...members });

const open = (monitor: Monitor, answers: Answers = {}, isMember = true) => {
  const sent = answerRequests(answers);
  renderElementOnPage(
    <TooltipProvider>
      <MonitorsTable workspace={testWorkspace} monitors={[monitor]} isMember={isMember} />
    </TooltipProvider>,
  );
  return sent;
};

describe("the list of monitors", () => {
  it("shows means beside failures, and what was used of the limits of today", () => {
    open(
      monitorOf({
        scorers: [{ name: "thanks", mean: 0.25, scored: 40, failed: 2, last_error: "No provider" }],
        today: { calls: 41, failed: 2, cost_usd: 0, unpriced_calls: 0 },
      }),
    );
    const row = screen.getAllByRole("row")[1];
    expect(row?.textContent).toContain("thanks0.25of 402 failures: No provider");
    expect(row?.textContent).toContain("41 of 500");
  });

  it("says that a limit is reached", () => {
    open(monitorOf({ state: "resting", reason: "The limit of 500 calls a day is reached." }));
    expect(screen.getByRole("switch", { name: "Polite answers: Resting" }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByText("The limit of 500 calls a day is reached.")).toBeTruthy();
  });

  it("shows the cost of the last seven days before one is switched on", async () => {
    const sent = open(monitorOf({ state: "off" }), {
      "monitors.estimate": () => json({ ...estimate, cost_usd: 1.5, cost_per_call_usd: 0.00125 }),
      "monitors.switch": () => json(monitorOf()),
    });
    fireEvent.click(screen.getByRole("switch"));
    const dialog = await screen.findByRole("dialog", { name: "Switch Polite answers on?" });
    expect(await within(dialog).findByText("$1.50")).toBeTruthy();
    expect(sent.map(({ operation }) => operation)).toEqual(["monitors.estimate"]);
    fireEvent.click(within(dialog).getByRole("button", { name: "Switch on" }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ operation: "monitors.switch", body: { is_on: true } }));
  });

  it("does not switch on while the cost is unknown", async () => {
    open(monitorOf({ state: "off" }), { "monitors.estimate": () => failed("unreachable") });
    fireEvent.click(screen.getByRole("switch"));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByRole("alert")).toBeTruthy();
    expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "Switch on" }).disabled).toBe(true);
  });

  it("switches off at once, and only for members", async () => {
    const sent = open(monitorOf(), { "monitors.switch": () => json(monitorOf({ state: "off" })) });
    fireEvent.click(screen.getByRole("switch"));
    await waitFor(() => expect(sent[0]).toMatchObject({ operation: "monitors.switch", body: { is_on: false } }));
  });

  it("deletes a monitor after a question", async () => {
    const sent = open(monitorOf(), { "monitors.delete": () => json({}) });
    await userEvent.click(screen.getByRole("button", { name: "Actions for Polite answers" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete…" }));
    const button = await screen.findByRole("button", { name: "Delete" });
    expect(sent).toEqual([]);
    await userEvent.click(button);
    await waitFor(() => expect(sent[0]).toMatchObject({ operation: "monitors.delete" }));
    expect(sent[0]?.body).toMatchObject({ project_id: "demo/airline", monitor_id: monitorOf().id });
  });

  it("offers viewers nothing to change", () => {
    open(monitorOf(), {}, false);
    expect(screen.getByRole<HTMLButtonElement>("switch").disabled).toBe(true);
    expect(screen.queryByRole("button", { name: /Actions/ })).toBeNull();
  });
});
