// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { operations } from "@/lib/api/contract/operations";
import type { Watch } from "@/lib/api/contract/watches/watches";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { WatchesTable } from "./watches-table";
import "@/test/setup/browser-layout";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => "/ws/watches",
}));

afterEach(cleanPage);

const row = operations["watches.mute"];
const watchOf = (members: Partial<Watch> = {}): Watch =>
  row.result.schema.parse({ ...row.example.result, muted_until: null, ...members });

const open = (watch: Watch, answers: Answers = {}, isMember = true) => {
  const sent = answerRequests(answers);
  renderElementOnPage(
    <TooltipProvider>
      <WatchesTable workspace={testWorkspace} watches={[watch]} isMember={isMember} />
    </TooltipProvider>,
  );
  return sent;
};

it("says the state, the value and the rule in words", () => {
  open(watchOf());
  const text = screen.getAllByRole("row")[1]?.textContent;
  expect(text).toContain("Firing");
  expect(text).toContain("11.2%");
  expect(text).toContain("Share of errors, above 5% for 10 min");
});

it("acknowledges what fires, for members", async () => {
  const sent = open(watchOf(), { "watches.acknowledge": () => json(watchOf()) });
  fireEvent.click(screen.getByRole("button", { name: "Acknowledge Reservation updates fail" }));
  await waitFor(() => expect(sent.some(({ operation }) => operation === "watches.acknowledge")).toBe(true));
});

it("offers a viewer nothing to change", () => {
  open(watchOf(), {}, false);
  expect(screen.queryByRole("button")).toBeNull();
});

it("says that a change failed, beside the state that remains", async () => {
  open(watchOf(), { "watches.acknowledge": () => failed("unreachable") });
  fireEvent.click(screen.getByRole("button", { name: "Acknowledge Reservation updates fail" }));
  expect((await screen.findByRole("alert")).textContent).toContain("not changed");
});

it("never shows no data as quiet, nor an unknown value as 0", () => {
  const [group] = watchOf().groups;
  if (!group) throw new Error("The example has a group");
  const last = { start: "2026-11-20T11:15:00.000Z", value: null, low: null, high: null, calls: 0 };
  open(watchOf({ state: "no_data", groups: [{ ...group, state: "no_data", last }] }));
  const text = screen.getAllByRole("row")[1]?.textContent;
  expect(text).toContain("No data");
  expect(text).toContain("–");
  expect(text).not.toContain("0%");
});
