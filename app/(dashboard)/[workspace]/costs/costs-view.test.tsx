// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { CostsView } from "./costs-view";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push }),
  useParams: () => ({ workspace: "airline" }),
  usePathname: () => "/airline/costs",
}));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut({ inside: { width: 1200, height: 600 }, drawn: { width: 1200, height: 600 } });
afterEach(() => {
  cleanPage();
  push.mockClear();
});

const price = (id: string, llm_id: string, day: string, dollars: number, more: object = {}) => ({
  id,
  llm_id,
  provider_id: "openai",
  effective_date: `${day}T00:00:00Z`,
  prompt_token_cost: dollars,
  completion_token_cost: dollars * 4,
  ...more,
});

const PRICES = [
  price("1", "gpt-4o", "2024-10-02", 2.5e-6),
  price("2", "gpt-4o", "2024-05-13", 5e-6),
  price("3", "half", "2025-01-01", 1.25e-6, { provider_id: "self-hosted" }),
];

const figures = (costUsd: number | null, tokens: number) => ({
  call_count: 2,
  root_count: 2,
  error_count: 0,
  descendant_error_count: 0,
  running_count: 0,
  latency_ms: null,
  usage: {
    requests: 2,
    prompt_tokens: tokens,
    completion_tokens: 0,
    total_tokens: tokens,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  },
  cost_usd: costUsd,
  prompt_cost_usd: costUsd,
  completion_cost_usd: costUsd === null ? null : 0,
  unpriced_tokens: costUsd === null ? tokens : 0,
  storage_bytes: { inputs: 0, output: 0, attributes: 0, summary: 0, total: 0 },
});

/** The figures of all calls, and of two models of which one has no price. */
const usage: Answers[string] = ({ body }) =>
  json({
    after: null,
    before: null,
    bucket_seconds: 86_400,
    totals: figures(4.5, 3_400_000),
    buckets: [],
    previous: null,
    previous_buckets: null,
    groups: (body.groups ?? []).map(({ by }: { by: string }) => ({
      by,
      value_count: 2,
      values: [
        { value: "gpt-4o", ...figures(4.5, 1_400_000) },
        { value: "own-finetune", ...figures(null, 2_000_000) },
      ],
      other: null,
    })),
  });

/** The prices that a request asks for: one by its id, or a part of all. */
const listed: Answers[string] = ({ body }) => {
  const [, id] = /\{"\$getField":"id"\},\{"\$literal":"(.)"\}/.exec(JSON.stringify(body.query ?? {})) ?? [];
  const from = body.offset ?? 0;
  return json({
    results: id ? PRICES.filter((stored) => stored.id === id) : PRICES.slice(from, from + (body.limit ?? 9)),
  });
};

const signedIn =
  (role: string): Answers[string] =>
  () =>
    json({ person: { id: "p", name: "Ines", email: "ines@example.org", role }, expiresAt: "2027-01-01T00:00:00Z" });

/** A service that stores prices, and lists those that a condition names. */
function draw(answers: Answers = {}, address = "?view=prices") {
  const sent = answerRequests({
    "session.current": signedIn("member"),
    "connections.list": () => json({ connections: [] }),
    "cost.query": listed,
    "calls.stats": usage,
    ...answers,
  });
  const page = renderElementOnPage(
    <ToastProvider>
      <TooltipProvider>
        <CostsView />
      </TooltipProvider>
    </ToastProvider>,
    { address },
  );
  return { ...page, sent };
}

const prices = () => screen.findByRole("grid", { name: "Price records" });
const rowsOf = (grid: HTMLElement) => within(grid).getAllByRole("row").slice(1);

/** Waits for the prices, and for as many as there are. */
async function expectPrices(count: number): Promise<void> {
  const grid = await prices();
  await waitFor(() => expect(rowsOf(grid)).toHaveLength(count));
}

it("explains how to set the first price", async () => {
  draw({ "cost.query": () => json({ results: [] }) });
  expect(await screen.findByRole("heading", { name: "No prices in airline yet" })).toBeTruthy();
  expect(screen.getByText(/\/cost\/create/)).toBeTruthy();
});

it("says that the service failed, and asks it again on request", async () => {
  let isDown = true;
  draw({ "cost.query": (request) => (isDown ? failed("upstream") : listed(request)) });
  expect(await screen.findByRole("heading", { name: "The service failed" })).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await expectPrices(3);
});

it("says that a service has no prices", async () => {
  draw({ "cost.query": () => failed("unsupported") });
  expect(await screen.findByRole("heading", { name: "This connection does not support prices" })).toBeTruthy();
});

it("names the filters when no price matches, and clears them", async () => {
  const { sent } = draw(
    { "cost.query": ({ body }) => json({ results: body.query ? [] : PRICES }) },
    "?providers=openai&q=mini",
  );
  expect(await screen.findByRole("heading", { name: "No prices match" })).toBeTruthy();
  expect(screen.getByText(/provider openai/)).toBeTruthy();
  expect(sent.some(({ body }) => body?.query !== undefined)).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
  await expectPrices(3);
});

it("sends a condition from the address, shows why the service rejects one, and does not send one that is invalid", async () => {
  const where = '{"$gt":[{"$getField":"colour"},{"$literal":1}]}';
  const { sent } = draw(
    { "cost.query": ({ body }) => (body.query ? failed("validation") : json({ results: PRICES })) },
    `?where=${encodeURIComponent(where)}`,
  );
  expect(await screen.findAllByText(/It is validation\./)).not.toHaveLength(0);
  expect(JSON.stringify(sent.find(({ body }) => body?.query)?.body.query)).toContain(where);
  cleanup();
  const again = draw({}, "?where=nonsense");
  expect(await screen.findByText("Expression: Invalid JSON. No prices are shown until it is corrected.")).toBeTruthy();
  await expectPrices(0);
  expect(again.sent.some(({ body }) => body?.query !== undefined)).toBe(false);
});

it("applies a condition only when it can be read, and removes it again", async () => {
  const { addresses } = draw();
  await userEvent.click(await screen.findByRole("button", { name: "Filter by expression" }));
  const field = await screen.findByRole("textbox", { name: "Query expression as JSON" });
  const apply = screen.getByRole("button", { name: "Apply" });
  await userEvent.click(field);
  await userEvent.paste('{"$like": []}');
  expect(await screen.findByText(/^Invalid expression/)).toBeTruthy();
  expect(apply).toHaveProperty("disabled", true);
  await userEvent.clear(field);
  await userEvent.paste('{"$gt": [{"$getField": "prompt_token_cost"}, {"$literal": 1}]}');
  await userEvent.click(apply);
  await waitFor(() => expect(addresses.at(-1)?.get("where")).toContain("prompt_token_cost"));
  await userEvent.click(await screen.findByRole("button", { name: "Remove filter: Expression" }));
  await waitFor(() => expect(addresses.at(-1)?.get("where")).toBeNull());
});

it("opens on prices where a service has no statistics, and the address names no view", async () => {
  draw({ "calls.stats": () => failed("unsupported") }, "");
  await prices();
  await expectPrices(3);
});

it("lists prices without the spend where a service has no statistics, and says so under Spend", async () => {
  draw({ "calls.stats": () => failed("unsupported") });
  const grid = await prices();
  await expectPrices(3);
  expect(within(grid).queryByRole("columnheader", { name: "Spend" })).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Spend" }));
  expect(await screen.findByRole("heading", { name: "This connection does not support call statistics" })).toBeTruthy();
});

it("moves to the next page of prices, and names the records that it shows", async () => {
  const { addresses } = draw({}, "?limit=2");
  expect(await screen.findByText(/1 to 2 of 3 records/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(await screen.findByText(/3 to 3 of 3 records/)).toBeTruthy();
  expect(addresses.at(-1)?.get("offset")).toBe("2");
  expect(screen.getByRole("button", { name: "Next page" })).toHaveProperty("disabled", true);
});

it("shows the selected record with all of its digits, switches by key between map and history", async () => {
  const { addresses } = draw({}, "?pane=record&sel=2");
  const record = await screen.findByRole("region", { name: "Record" });
  await waitFor(() => expect(record.textContent).toContain("0.000005"));
  expect(await screen.findByRole("region", { name: "Price map" })).toBeTruthy();
  press("h");
  await waitFor(() => expect(addresses.at(-1)?.get("chart")).toBe("history"));
  expect(screen.queryByRole("region", { name: "Price map" })).toBeNull();
});

it("removes a price after the name of its model is typed", async () => {
  const { sent } = draw({ "cost.purge": () => json({}) }, "?pane=record&sel=3");
  const record = await screen.findByRole("region", { name: "Record" });
  await userEvent.click(await within(record).findByRole("button", { name: "Remove" }));
  const remove = await screen.findByRole("button", { name: "Remove price" });
  expect(remove).toHaveProperty("disabled", true);
  await userEvent.type(screen.getByLabelText("Type the model's name to confirm"), "half");
  await userEvent.click(remove);
  await waitFor(() => expect(sent.some(({ operation }) => operation === "cost.purge")).toBe(true));
  const purged = sent.find(({ operation }) => operation === "cost.purge");
  expect(JSON.stringify(purged?.body.query)).toContain('[{"$getField":"id"},{"$literal":"3"}]');
});

it("lets a viewer read prices, and shows no actions that change them", async () => {
  draw({ "session.current": signedIn("viewer") }, "?new=gpt-4o&pane=record");
  await expectPrices(3);
  expect(await screen.findByRole("region", { name: "Record" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add price" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("names a called model without a price under Spend, and opens the form for its price", async () => {
  const { addresses } = draw({}, "?view=spend");
  const band = await screen.findByRole("region", { name: "Models without a price" });
  expect(band.textContent).toContain("1 model without a price was called, last 24 h: own-finetune (2.0M tokens)");
  await userEvent.click(within(band).getByRole("button", { name: "Set price of own-finetune" }));
  const form = await screen.findByRole("dialog", { name: "Add price" });
  expect(await within(form).findByLabelText("Model")).toHaveProperty("value", "own-finetune");
  expect(within(form).getByLabelText("Effective from, UTC")).toHaveProperty("value", "2020-01-01T00:00");
  expect(addresses.at(-1)?.get("new")).toBe("own-finetune");
});

it("lists the spend of each model, whose name leads to its traces by pointer and by keys", async () => {
  draw({}, "?view=spend");
  const grid = await screen.findByRole("grid", { name: "Spend by model" });
  const link = await within(grid).findByRole("link", { name: "gpt-4o" });
  expect(rowsOf(grid)[0]?.textContent).toMatch(/gpt-4o.*\$4\.50.*100%/);
  expect(link.getAttribute("href")).toMatch(/^\/airline\/traces\?q=source%3Aproduction(?:\+|%20)model%3Agpt-4o/);
  press("j", "Enter");
  expect(push).toHaveBeenCalledExactlyOnceWith(link.getAttribute("href"));
});

it("opens the check of the figures from Spend, for the range of the page, and closes it again", async () => {
  const { addresses, sent } = draw({}, "?view=spend&t=7d");
  await userEvent.click(await screen.findByRole("button", { name: "Check figures" }));
  const check = await screen.findByRole("dialog", { name: "Check figures" });
  expect(await within(check).findByText(/does not support cost audits/)).toBeTruthy();
  expect(addresses.at(-1)?.get("audit")).toBe("true");
  const [asked] = sent.filter(({ operation }) => operation === "cost.audit");
  expect(Date.parse(asked?.body.before) - Date.parse(asked?.body.after)).toBe(7 * 86_400_000);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(addresses.at(-1)?.get("audit")).toBeNull());
});

it("keeps the figures of the what-if in the address", async () => {
  const { addresses } = draw({}, "?sel=1");
  const whatIf = await screen.findByRole("tabpanel", { name: "What if" });
  const requests = await within(whatIf).findByLabelText("Requests per day");
  await userEvent.clear(requests);
  await userEvent.type(requests, "2000{Enter}");
  await waitFor(() => expect(addresses.at(-1)?.get("what-if-requests")).toBe("2000"));
  await userEvent.click(within(whatIf).getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(addresses.at(-1)?.get("what-if-requests")).toBeNull());
});

it("opens a price over the list on a phone, and closes it again", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const { addresses } = draw({}, "?pane=record");
  const list = await screen.findByRole("list", { name: "Price records" });
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(3));
  await userEvent.click(within(list).getByRole("button", { name: /^half/ }));
  const details = await screen.findByRole("complementary", { name: "Price details" });
  await waitFor(() => expect(details.textContent).toContain("0.00000125"));
  expect(details.className).not.toContain("max-xl:hidden");
  await userEvent.click(within(details).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(addresses.at(-1)?.get("sel")).toBeNull());
  expect(details.className).toContain("max-xl:hidden");
});

it("opens on the spend, and on prices where the address says something about them", async () => {
  const { unmount } = draw({}, "?t=7d");
  expect(await screen.findByRole("grid", { name: "Spend by model" })).toBeTruthy();
  unmount();
  draw({}, "?q=gpt");
  expect(await prices()).toBeTruthy();
});
