// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { operations } from "@/lib/api/contract/operations";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { BudgetsPanel } from "./budgets-panel";

layOut();

let role: "admin" | "member" = "admin";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({}),
  usePathname: () => "/ws/costs",
}));
vi.mock("@/components/session/use-role", () => ({
  useHasRole: (least: string) => role === "admin" || least !== "admin",
}));

afterEach(() => {
  cleanPage();
  role = "admin";
});

const EXAMPLE = operations["budgets.list"].example.result;

function open(answers: Answers = {}, chosen: string | null = null) {
  const sent = answerRequests({
    "budgets.list": () => json(EXAMPLE),
    "watchChannels.list": () =>
      json({ channels: [{ ...operations["watchChannels.list"].example.result.channels[0], id: "c1", name: "Pager" }] }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <BudgetsPanel workspace={testWorkspace} chosen={chosen} onViewChange={() => undefined} />
    </TooltipProvider>,
  );
  return sent;
}

/** The dialog, once its code is loaded. */
async function form(): Promise<HTMLElement> {
  await screen.findByRole("textbox", { name: "Name" });
  return screen.getByRole("dialog");
}

it("shows what is spent of each limit, where the period is expected to end, and what can't be blocked", async () => {
  open({}, EXAMPLE.budgets[0]?.id);
  const table = await screen.findByRole("table", { name: "Budgets" });
  const [, row] = within(table).getAllByRole("row");
  expect(row?.textContent).toContain("Playgroundwhole project, 1 Nov to 30 Nov");
  expect(row?.textContent).toContain("$28.80 was logged by programs and can't be blocked");
  expect(row?.getAttribute("aria-current")).toBe("true");
  const bar = within(table).getByRole("img");
  expect(bar.getAttribute("aria-label")).toBe("$41.20 of $50.00, $58.10 expected ($52.60 to $63.60), over the limit");
});

it("creates a budget of a model, after naming what is missing", async () => {
  const sent = open({
    "budgets.list": () => json({ budgets: [] }),
    "budgets.save": () => json(operations["budgets.save"].example.result),
  });
  fireEvent.click(await screen.findByRole("button", { name: "New budget" }));
  const dialog = await form();
  fireEvent.click(within(dialog).getByRole("radio", { name: "Model" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect((await within(dialog).findAllByRole("alert")).map(({ textContent }) => textContent)).toEqual([
    "Enter a name",
    "Enter a model",
    "An amount such as 50",
  ]);
  const type = (name: string, value: string) =>
    fireEvent.change(within(dialog).getByRole("textbox", { name }), { target: { value } });
  type("Name", "Judges");
  type("Model", "gpt-4o");
  type("Limit, USD", "12.5");
  fireEvent.click(within(dialog).getByRole("checkbox", { name: "Pager" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.find(({ operation }) => operation === "budgets.save")?.body).toMatchObject({
    budget_id: null,
    settings: {
      ...{ name: "Judges", scope: "model", value: "gpt-4o", period: "month", limit_usd: 12.5 },
      ...{ warn_percent: 80, blocks: true, channel_ids: ["c1"] },
    },
  });
});

it("says why a budget was not saved, and keeps what was entered", async () => {
  open({ "budgets.save": () => failed("validation") });
  fireEvent.click(await screen.findByRole("button", { name: "New budget" }));
  const dialog = await form();
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Name" }), { target: { value: "Playground" } });
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Limit, USD" }), { target: { value: "5" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByRole("alert")).toBeTruthy();
  expect(within(dialog).getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Playground");
});

it("is shown to people who are not admins, without changing anything", async () => {
  role = "member";
  open();
  expect(await screen.findByRole("table", { name: "Budgets" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New budget|Actions for/ })).toBeNull();
});

it("says that there is none, and who creates one", async () => {
  role = "member";
  open({ "budgets.list": () => json({ budgets: [] }) });
  expect(await screen.findByRole("heading", { name: "No budget yet" })).toBeTruthy();
  expect(screen.getByText(/Creating one needs the admin role/)).toBeTruthy();
});

it("says that the service failed, or has no budgets", async () => {
  let kind: "upstream" | "unsupported" = "upstream";
  open({ "budgets.list": () => failed(kind) });
  expect(await screen.findByRole("heading", { name: "The service failed" })).toBeTruthy();
  kind = "unsupported";
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "This connection does not support budgets" })).toBeTruthy();
});
