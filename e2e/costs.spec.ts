import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, PHONE } from "./support/accessible";
import { heldBy } from "./support/held-by";
import { makeWorkspace } from "./support/open-workspace";
import { logCalls, send } from "./support/service-client";
import { expect, test } from "./support/test";

interface SeedPrice {
  readonly model: string;
  readonly provider?: string;
  readonly prompt: number;
  readonly completion: number;
  readonly from: string;
}

/** Stores prices as a client does; costs are per token. */
async function setPrices(serviceUrl: string, project: string, prices: readonly SeedPrice[]): Promise<void> {
  for (const { model, provider, prompt, completion, from } of prices) {
    const price = {
      prompt_token_cost: prompt,
      completion_token_cost: completion,
      provider_id: provider ?? "openai",
      effective_date: from,
    };
    await send(serviceUrl, "/cost/create", { project_id: project, costs: { [model]: price } });
  }
}

const PRICES: readonly SeedPrice[] = [
  { model: "gpt-4o", prompt: 5e-6, completion: 1.5e-5, from: "2024-05-13T00:00:00Z" },
  { model: "gpt-4o", prompt: 2.5e-6, completion: 1e-5, from: "2024-10-02T00:00:00Z" },
  { model: "gpt-4.1-mini", prompt: 4e-7, completion: 1.6e-6, from: "2025-04-14T00:00:00Z" },
  { model: "gemini-2.5-flash", provider: "google", prompt: 3e-7, completion: 2.5e-6, from: "2025-06-17T00:00:00Z" },
  { model: "tiny", provider: "self-hosted", prompt: 7.5e-8, completion: 1.125e-7, from: "2025-07-01T00:00:00Z" },
  { model: "embed", prompt: 2e-8, completion: 0, from: "2024-01-25T00:00:00Z" },
  { model: "later", prompt: 1e-6, completion: 2e-6, from: "2090-01-01T00:00:00Z" },
];

const grid = (page: Page) => page.getByRole("grid", { name: "Price records" });
const bodyRows = (page: Page) =>
  grid(page)
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell") });
const rowOf = (page: Page, model: string) => bodyRows(page).filter({ has: page.getByText(model, { exact: true }) });

async function models(page: Page): Promise<string[]> {
  const cells = bodyRows(page).locator("td:first-child");
  return (await cells.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
}

async function openCosts(page: Page, url: string, project: string, search = "?view=prices"): Promise<string> {
  const slug = await makeWorkspace(page, url, project);
  await page.goto(`/${slug}/costs${search}`);
  await expect(page.getByRole("heading", { name: "Costs" })).toBeVisible();
  return slug;
}

/** Every mark is inside the plot, and no two overlap. */
async function expectInside(plot: Locator, marks: Locator, count: number): Promise<void> {
  await expect(marks).toHaveCount(count);
  const frame = await plot.boundingBox();
  const boxes = await Promise.all((await marks.all()).map((mark) => mark.boundingBox()));
  for (const box of boxes) {
    expect(box?.x).toBeGreaterThan((frame?.x ?? 0) + 40);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0));
    expect(box?.y).toBeGreaterThan(frame?.y ?? 0);
  }
  expect(new Set(boxes.map((box) => `${box?.x} ${box?.y}`)).size).toBe(count);
}

test(
  "lists prices with all digits, superseded ones under their successor, next to a map and a history",
  heldBy("app/(dashboard)/[workspace]/costs/costs-view.test.tsx", "shows the selected record with all of its digits"),
  async ({ page, heddle, project }) => {
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await setPrices(heddle.serviceUrl, project, PRICES);
    await openCosts(page, heddle.url, project, "?pane=record");
    await expect(page.getByText("7 price records, 6 models, 3 providers")).toBeVisible();
    await expect
      .poll(() => models(page))
      .toEqual(["embed", "gemini-2.5-flash", "gpt-4.1-mini", "gpt-4o", "gpt-4o superseded", "later upcoming", "tiny"]);
    await expect(rowOf(page, "tiny")).toContainText("$0.075");
    await expect(rowOf(page, "tiny")).toContainText("$0.1125");
    await expect(rowOf(page, "tiny")).toContainText("1.5×");
    await expect(rowOf(page, "gpt-4o").first()).toContainText("2 Oct 2024");

    await rowOf(page, "gpt-4o").first().getByText("$2.50").click();
    await expect(page).toHaveURL(/sel=/);
    const map = page.getByRole("region", { name: "Price map" });
    await expect(map.getByRole("button", { name: /^gpt-4o, openai: prompt \$2\.50/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expectInside(map.locator("[data-plot]"), map.getByRole("button", { name: /, .+: prompt / }), 4);
    await expect(map.getByText("log, 1 not drawn")).toBeVisible();
    const history = page.getByRole("region", { name: "Price history" });
    await expect(history).toContainText("completion had 2 prices, from 15 to 10; prompt had 2 prices, from 5 to 2.5.");
    const record = page.getByRole("region", { name: "Record", exact: true });
    await expect(record).toContainText("0.0000025");
    await expect(record).toContainText("2024-10-02T00:00:00");
    await page.reload();
    await expect(record).toContainText("0.0000025");

    await map.getByRole("button", { name: /^tiny/ }).click();
    await expect(record).toContainText("0.0000001125");
    await page.getByRole("radio", { name: "per token" }).click();
    await expect(rowOf(page, "tiny")).toContainText("$0.000000075");
    expect(complaints).toEqual([]);
  },
);

test(
  "filters by model, provider, words and status, sorts, and restores the same view from the address",
  heldBy(
    "app/(dashboard)/[workspace]/costs/records/prepare-price-query.test.ts",
    "combines models, providers and search text",
  ),
  async ({ page, heddle, project }) => {
    await setPrices(heddle.serviceUrl, project, PRICES);
    await openCosts(page, heddle.url, project);
    await page.getByRole("button", { name: "Filter by provider" }).click();
    await page.getByRole("checkbox", { name: "openai" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("switch", { name: "Superseded" }).click();
    await page.getByRole("button", { name: "Prompt", exact: true }).click();
    const sorted = ["gpt-4o", "later upcoming", "gpt-4.1-mini", "embed"];
    await expect.poll(() => models(page)).toEqual(sorted);
    await page.reload();
    await expect.poll(() => models(page)).toEqual(sorted);
    await page.keyboard.press("/");
    await page.getByRole("searchbox", { name: "Model or provider" }).fill("MINI");
    await page.keyboard.press("Enter");
    await expect.poll(() => models(page)).toEqual(["gpt-4.1-mini"]);
    await page.goBack();
    await expect.poll(() => models(page)).toEqual(sorted);

    await page.goto(`${page.url()}&q=nothing-like-it`);
    await expect(page.getByRole("heading", { name: "No prices match" })).toBeVisible();
    await expect(page.getByText("provider openai", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(() => models(page)).toHaveLength(7);
  },
);

test(
  "requests the fields of the shown columns, page by page",
  heldBy(
    "app/(dashboard)/[workspace]/costs/records/prepare-price-query.test.ts",
    "requests the fields of the shown columns and those every record needs",
  ),
  async ({ page, heddle, project }) => {
    await setPrices(heddle.serviceUrl, project, PRICES);
    const bodies: { fields?: string[]; limit?: number; offset?: number }[] = [];
    await page.route("**/cost.query", async (route) => {
      bodies.push(route.request().postDataJSON());
      await route.continue();
    });
    await openCosts(page, heddle.url, project, "?cols=prompt-unit,id&limit=3");
    await expect(grid(page).getByRole("columnheader")).toHaveText(["Model", "Prompt unit", "Id"]);
    await expect(page.getByText("1 to 3 of 7 records")).toBeVisible();
    const listed = bodies.find(({ limit }) => limit === 4);
    expect(listed?.fields).toEqual(["id", "llm_id", "effective_date", "prompt_token_cost_unit"]);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByText("4 to 6 of 7 records")).toBeVisible();
    await expect(page).toHaveURL(/offset=3/);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByText("7 to 7 of 7 records")).toBeVisible();
    await expect(page.getByRole("button", { name: "Next page" })).toBeDisabled();
  },
);

test(
  "lets a member add a price with checks at each field, and delete it again",
  heldBy("app/(dashboard)/[workspace]/costs/new-prices/add-price.test.tsx", "checks each field from the first try on"),
  async ({ page, heddle, project }) => {
    await setPrices(heddle.serviceUrl, project, PRICES.slice(0, 2));
    await openCosts(page, heddle.url, project, "?pane=record");
    await page.getByRole("button", { name: "Add price" }).click();
    const form = page.getByRole("dialog", { name: "Add price" });
    await form.getByRole("button", { name: "Add price" }).click();
    await expect(form.getByText("Enter the model as used in calls")).toBeVisible();
    await form.getByLabel("Model").fill("gpt-4o");
    await form.getByLabel("Prompt, per 1M tokens").fill("2,25");
    await expect(form.getByText("Enter a decimal such as 2.50")).toBeVisible();
    await form.getByLabel("Prompt, per 1M tokens").fill("2.125");
    await form.getByLabel("Completion, per 1M tokens").fill("8.5");
    await form.getByLabel("Cache read").fill("0.3");
    await form.getByLabel("Effective from, UTC").fill("2026-01-15T08:30");
    await form.getByRole("button", { name: "Add price" }).click();
    await expect(form).toHaveCount(0);
    await expect.poll(() => models(page)).toEqual(["gpt-4o", "gpt-4o superseded", "gpt-4o superseded"]);
    await expect(bodyRows(page).first()).toContainText("$2.125");
    const record = page.getByRole("region", { name: "Record", exact: true });
    await expect(record).toContainText("0.000002125");
    await expect(record).toContainText("0.0000003");
    await expect(record).toContainText("2026-01-15T08:30:00");

    await record.getByRole("button", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Remove price" })).toBeDisabled();
    await dialog.getByLabel("Type the model's name to confirm").fill("gpt-4o");
    await dialog.getByRole("button", { name: "Remove price" }).click();
    await expect.poll(() => models(page)).toEqual(["gpt-4o", "gpt-4o superseded"]);
    await expect(bodyRows(page).first()).toContainText("$2.50");
  },
);

test(
  "suggests the published price of a model, which applies only once a user adds it",
  heldBy(
    "app/(dashboard)/[workspace]/costs/new-prices/prepare-published-price.test.ts",
    "fills the form digit by digit, whatever the unit",
  ),
  async ({ page, heddle, project }) => {
    await openCosts(page, heddle.url, project);
    // The empty list offers it, too.
    await page.getByRole("button", { name: "Add price" }).first().click();
    const form = page.getByRole("dialog", { name: "Add price" });
    await form.getByLabel("Model").fill("a-model-of-ours");
    await form.getByRole("button", { name: "Look up the published price" }).click();
    await expect(form.getByText("No published price")).toBeVisible();
    await form.getByLabel("Model").fill("gpt-4o-mini");
    await form.getByRole("button", { name: "Look up the published price" }).click();
    await expect(form.getByText("publishes $0.15 prompt and $0.60 completion per 1M tokens")).toBeVisible();
    await form.getByRole("button", { name: "Use published price" }).click();
    await expect(form.getByLabel("Prompt, per 1M tokens")).toHaveValue("0.15");
    await expect(form.getByLabel("Provider")).toHaveValue("openai");
    await expect(page.getByText(/^No prices in /)).toBeAttached();
    await form.getByRole("button", { name: "Add price" }).click();
    await expect(rowOf(page, "gpt-4o-mini")).toContainText("$0.15");
  },
);

/** Calls of two models, one of them with a price; the amounts are round. */
async function logUsage(serviceUrl: string, project: string): Promise<void> {
  const usage = (model: string, prompt: number, completion: number) => ({
    usage: {
      [model]: { requests: 1, prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    },
  });
  const call = (op: string, summary: object, thread: string) => ({
    op,
    thread,
    startedAt: new Date(Date.now() - 60_000),
    durationMs: 1000,
    summary: { ...summary },
  });
  await setPrices(serviceUrl, project, [
    { model: "house-model", prompt: 2.5e-6, completion: 1e-5, from: "2025-01-01T00:00:00Z" },
  ]);
  await logCalls(serviceUrl, project, [
    call("answer", usage("house-model", 1_000_000, 100_000), "first"),
    call("search", usage("house-model", 400_000, 0), "second"),
    call("answer", usage("own-finetune", 2_000_000, 0), "second"),
  ]);
}

const spendRows = (page: Page, by: string) =>
  page
    .getByRole("grid", { name: `Spend by ${by}` })
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell") });

test(
  "adds up costs by model, op, thread and day, and links to their traces",
  heldBy("app/(dashboard)/[workspace]/costs/costs-view.test.tsx", "lists the spend of each model"),
  async ({ page, heddle, project }) => {
    await logUsage(heddle.serviceUrl, project);
    const slug = await openCosts(page, heddle.url, project);
    await expect(rowOf(page, "house-model")).toContainText("$4.50");
    await page.getByRole("radio", { name: "Spend" }).click();
    const totals = page.getByRole("region", { name: "Totals" });
    await expect(totals).toContainText("$4.50");
    await expect(totals).toContainText("3.4M");
    const byModel = spendRows(page, "model");
    await expect(byModel).toHaveCount(2);
    await expect(byModel.first()).toContainText("house-model");
    await expect(byModel.first()).toContainText("$4.50");
    await expect(byModel.first()).toContainText("100%");
    await expect(byModel.last()).toContainText("own-finetune");
    await expect(byModel.last()).toContainText("2.0M");

    await page.getByRole("radio", { name: "Op", exact: true }).click();
    await expect(spendRows(page, "op")).toHaveText([/^answer.*\$3\.50/, /^search.*\$1\.00/]);
    await page.getByRole("radio", { name: "Thread" }).click();
    await expect(spendRows(page, "thread")).toHaveText([/^first.*\$3\.50/, /^second.*\$1\.00/]);
    await page.getByRole("radio", { name: "Day" }).click();
    await expect(spendRows(page, "day").first()).toContainText("$");
    await page.reload();
    await expect(spendRows(page, "day").first()).toContainText("$");
    await page.goto(`/${slug}/costs?view=spend&by=op`);
    await spendRows(page, "op").last().getByText("search").click();
    await expect(page).toHaveURL(/traces\?q=op%3Asearch/);
    await expect(page.getByRole("grid", { name: "Traces" }).getByRole("row").filter({ hasText: "search" })).toHaveCount(
      1,
    );
  },
);

test(
  "explains the cost of a call, and names the price record",
  heldBy(
    "components/call/cost-reasons.test.tsx",
    "names tokens and rates of each part, and leads to the price of the project",
  ),
  async ({ page, heddle, project }) => {
    await logUsage(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces?q=thread:first`);
    await page.getByRole("grid", { name: "Traces" }).getByText("answer", { exact: true }).click();
    const peek = page.getByRole("complementary", { name: "Peek" });
    await peek.getByRole("tab", { name: /^Usage/ }).click();
    const why = peek.getByRole("region", { name: "Show calculation" });
    await expect(why).toContainText("1,000,000 × $2.50 per 1M");
    await expect(why).toContainText("100,000 × $10.00 per 1M");
    await why.getByRole("link", { name: /^the project's price of 2025-01-01/ }).click();
    await expect(page).toHaveURL(/costs\?models=house-model/);
    await expect.poll(() => models(page)).toEqual(["house-model"]);
  },
);

test(
  "imports published prices of the models in use, selected and confirmed by a user",
  heldBy(
    "app/(dashboard)/[workspace]/costs/new-prices/prepare-price-updates.test.ts",
    "stores only the selected prices, per token and to the last digit",
  ),
  async ({ page, heddle, project }) => {
    const used = (model: string) => ({
      op: "answer",
      startedAt: new Date(Date.now() - 60_000),
      durationMs: 10,
      summary: { usage: { [model]: { requests: 1, prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 } } },
    });
    await logCalls(heddle.serviceUrl, project, ["gpt-4o-mini", "own-finetune"].map(used));
    await setPrices(heddle.serviceUrl, project, [
      { model: "gpt-4o", prompt: 5e-6, completion: 1.5e-5, from: "2024-05-13T00:00:00Z" },
    ]);
    await openCosts(page, heddle.url, project);
    await page.getByRole("button", { name: "Published prices" }).click();
    const dialog = page.getByRole("dialog", { name: "Published prices" });
    const offers = dialog.getByRole("row").filter({ has: page.getByRole("cell") });
    await expect(offers).toHaveText([
      /^gpt-4o-mini.*\$0\.15\$0\.60\$0\.075no price yet/,
      /^gpt-4o.*differs\$5\.00, \$15\.00/,
    ]);
    await expect(dialog.getByText("No published price for own-finetune.")).toBeVisible();
    // An existing price is not replaced unless requested.
    await expect(dialog.getByRole("checkbox", { name: "Add the price of gpt-4o", exact: true })).not.toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Another model" }).fill("o3");
    await dialog.getByRole("button", { name: "Look up" }).click();
    await dialog.getByRole("checkbox", { name: "Add the price of o3", exact: true }).click();
    await dialog.getByRole("button", { name: "Add 1 price" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, "gpt-4o-mini")).toContainText("$0.15");
    await expect(rowOf(page, "o3")).toHaveCount(0);
    await expect(rowOf(page, "gpt-4o")).toContainText("$5.00");
    await page.getByRole("button", { name: "Published prices" }).click();
    await expect(offers.filter({ hasText: "gpt-4o-mini" })).toContainText("same price");
  },
);

test(
  "filters prices by an expression, which is in the address and is rejected with a reason",
  heldBy("app/(dashboard)/[workspace]/costs/costs-view.test.tsx", "applies a condition only when it can be read"),
  async ({ page, heddle, project }) => {
    await setPrices(heddle.serviceUrl, project, PRICES);
    await openCosts(page, heddle.url, project);
    await page.getByRole("button", { name: "Filter by expression" }).click();
    const field = page.getByRole("textbox", { name: "Query expression as JSON" });
    await field.fill('{"$like": []}');
    await expect(page.getByText(/^Invalid expression/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Apply" })).toBeDisabled();
    await field.fill('{"$gt": [{"$getField": "completion_token_cost"}, {"$literal": 0.000009}]}');
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => models(page)).toEqual(["gpt-4o", "gpt-4o superseded"]);
    await page.reload();
    await expect.poll(() => models(page)).toEqual(["gpt-4o", "gpt-4o superseded"]);
    await page.getByRole("button", { name: "Remove filter: Expression" }).click();
    await expect(rowOf(page, "embed")).toHaveCount(1);
    // An unknown field is rejected by the service, and its message is shown.
    await page.goto(
      `${page.url().split("?")[0]}?where=${encodeURIComponent('{"$gt":[{"$getField":"colour"},{"$literal":1}]}')}`,
    );
    await expect(page.getByText(/Unknown field: colour/).first()).toBeVisible();
    await page.goto(`${page.url().split("?")[0]}?where=nonsense`);
    await expect(page.getByText("Expression: Invalid JSON.")).toBeVisible();
  },
);

test(
  "counts cached tokens at their own rate in the spend, in a call's cost and in the what-if",
  heldBy(
    "app/(dashboard)/[workspace]/costs/what-if/prepare-what-if.test.ts",
    "multiplies requests, tokens and price, with a separate rate for cached tokens",
  ),
  async ({ page, heddle, project }) => {
    const price = {
      prompt_token_cost: 1e-5,
      completion_token_cost: 0,
      cache_read_input_token_cost: 1e-6,
      effective_date: "2025-01-01T00:00:00Z",
    };
    await send(heddle.serviceUrl, "/cost/create", { project_id: project, costs: { "house-model": price } });
    const usage = { requests: 1, prompt_tokens: 1_000_000, completion_tokens: 0, cache_read_input_tokens: 600_000 };
    await logCalls(heddle.serviceUrl, project, [
      {
        op: "answer",
        startedAt: new Date(Date.now() - 60_000),
        durationMs: 10,
        summary: { usage: { "house-model": { ...usage, total_tokens: 1_000_000 } } },
      },
    ]);
    // 400,000 at $10 and 600,000 at $1 per million.
    const slug = await openCosts(page, heddle.url, project, "?view=spend");
    await expect(spendRows(page, "model")).toHaveText([/^house-model.*\$4\.60/]);
    await page.getByRole("radio", { name: "Prices" }).click();
    const whatIf = page.getByRole("tabpanel", { name: "What if" });
    await expect(whatIf.getByLabel("Share cached")).toHaveValue("60");
    const lines = whatIf.getByRole("row").filter({ has: page.getByRole("cell") });
    await expect(lines).toHaveText([/^house-model\$4\.60 a day/]);
    await whatIf.getByLabel("Prompt at").fill("2");
    await page.keyboard.press("Enter");
    await whatIf.getByLabel("Completion at").fill("0");
    await page.keyboard.press("Enter");
    await expect(lines.nth(1)).toHaveText(/^at your price\$2\.00 a day/);
    await page.goto(`/${slug}/traces`);
    await page.getByRole("grid", { name: "Traces" }).getByText("answer", { exact: true }).click();
    const peek = page.getByRole("complementary", { name: "Peek" });
    await peek.getByRole("tab", { name: /^Usage/ }).click();
    const why = peek.getByRole("region", { name: "Show calculation" });
    await expect(why).toContainText("400,000 × $10.00 per 1M");
    await expect(why).toContainText("600,000 × $1.00 per 1M");
  },
);

test(
  "names a model that was called without a price, and counts it once it has one",
  heldBy("app/(dashboard)/[workspace]/costs/costs-view.test.tsx", "names a called model without a price under Spend"),
  async ({ page, heddle, project }) => {
    await logUsage(heddle.serviceUrl, project);
    await openCosts(page, heddle.url, project, "?view=spend");
    const band = page.getByRole("region", { name: "Models without a price" });
    await expect(band).toContainText("1 model without a price was called, last 24 h: own-finetune (2.0M tokens)");
    await band.getByRole("button", { name: "Set price of own-finetune" }).click();
    const form = page.getByRole("dialog", { name: "Add price" });
    await expect(form.getByLabel("Model")).toHaveValue("own-finetune");
    await form.getByLabel("Prompt, per 1M tokens").fill("0.5");
    await form.getByLabel("Completion, per 1M tokens").fill("0");
    await expect(form.getByLabel("Effective from, UTC")).toHaveValue("2020-01-01T00:00");
    await form.getByRole("button", { name: "Add price" }).click();
    await expect(band).toHaveCount(0);
    await expect(spendRows(page, "model")).toHaveText([/^house-model.*\$4\.50/, /^own-finetune.*\$1\.00/]);
    await page.getByRole("radio", { name: "Prices" }).click();
    await expect(rowOf(page, "own-finetune")).toContainText("$1.00");
  },
);

test(
  "shows the cost of the same traffic at every other price, with editable figures",
  heldBy(
    "app/(dashboard)/[workspace]/costs/what-if/prepare-what-if.test.ts",
    "has the selected model first, then the others from the cheapest",
  ),
  async ({ page, heddle, project }) => {
    await logUsage(heddle.serviceUrl, project);
    await setPrices(heddle.serviceUrl, project, [
      { model: "half", prompt: 1.25e-6, completion: 5e-6, from: "2025-01-01T00:00:00Z" },
    ]);
    await openCosts(page, heddle.url, project);
    await rowOf(page, "house-model").getByText("$2.50").click();
    const whatIf = page.getByRole("tabpanel", { name: "What if" });
    await expect(whatIf).toContainText("from the last 24 h of house-model");
    await expect(whatIf.getByLabel("Tokens in")).toHaveValue("700000");
    await expect(whatIf.getByLabel("Requests per day")).toHaveValue("2");
    const lines = whatIf.getByRole("row").filter({ has: page.getByRole("cell") });
    await expect(lines).toHaveText([/^house-model\$4\.50 a day\$135\.00 a monthnow/, /^half\$2\.25 a day.*\u221250%/]);
    await whatIf.getByLabel("Requests per day").fill("2000");
    await page.keyboard.press("Enter");
    await expect(lines.first()).toContainText("$4,500 a day");
    await expect(page).toHaveURL(/what-if-requests=2000/);
    await page.reload();
    await expect(lines.first()).toContainText("$4,500 a day");
    await whatIf.getByRole("button", { name: "Reset" }).click();
    await expect(lines.first()).toContainText("$4.50 a day");
  },
);

test(
  "lists prices without the spend where a service has no statistics",
  heldBy(
    "app/(dashboard)/[workspace]/costs/costs-view.test.tsx",
    "lists prices without the spend where a service has no statistics",
  ),
  async ({ page, heddle, project }) => {
    await setPrices(heddle.serviceUrl, project, PRICES);
    await page.route("**/calls.stats", (route) =>
      route.fulfill({
        status: 404,
        json: { error: { kind: "unsupported", message: "No.", requestId: "r1", operation: "calls.stats" } },
      }),
    );
    await openCosts(page, heddle.url, project);
    await expect.poll(() => models(page)).toHaveLength(7);
    await expect(grid(page).getByRole("columnheader", { name: "Spend" })).toHaveCount(0);
    await page.getByRole("radio", { name: "Spend" }).click();
    await expect(page.getByRole("heading", { name: "This connection does not support call statistics" })).toBeVisible();
  },
);

test(
  "moves through prices by keys, expands the history, and copies the row",
  heldBy(
    "app/(dashboard)/[workspace]/costs/prices/use-costs-keys.test.tsx",
    "select rows from the first to the last, and none with Escape",
  ),
  async ({ page, context, heddle, project }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await setPrices(heddle.serviceUrl, project, PRICES);
    await openCosts(page, heddle.url, project, "?pane=record");
    const record = page.getByRole("region", { name: "Record", exact: true });
    await expect(record).toContainText("embed");
    await page.keyboard.press("j");
    await expect(record).toContainText("gemini-2.5-flash");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await expect(record).toContainText("gemini-2.5-flash");
    await expect(record).toContainText("0.0000025");
    await page.keyboard.press("ControlOrMeta+c");
    await expect(page.getByText("Row copied", { exact: true })).toBeVisible();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as Record<string, unknown>;
    expect(copied).toMatchObject({
      llm_id: "gemini-2.5-flash",
      provider_id: "google",
      completion_token_cost: 0.0000025,
    });
    await page.keyboard.press("h");
    await expect(page.getByRole("region", { name: "Price map" })).toHaveCount(0);
    await expect(page).toHaveURL(/chart=history/);
    await page.keyboard.press("h");
    await expect(page.getByRole("region", { name: "Price map" })).toBeVisible();
  },
);

test(
  "explains how to add prices, what is not supported, and what failed",
  heldBy("app/(dashboard)/[workspace]/costs/costs-view.test.tsx", "explains how to set the first price"),
  async ({ page, heddle, project }) => {
    const slug = await openCosts(page, heddle.url, project);
    await expect(page.getByRole("heading", { name: /^No prices in / })).toBeVisible();
    await expect(page.getByText("/cost/create", { exact: false })).toBeVisible();

    const failing = (kind: string, status: number) => ({
      status,
      json: { error: { kind, message: `It is ${kind}.`, requestId: "r1", operation: "cost.query" } },
    });
    await page.route("**/cost.query", (route) => route.fulfill(failing("unsupported", 404)));
    await page.goto(`/${slug}/costs?view=prices`);
    await expect(page.getByRole("heading", { name: "This connection does not support prices" })).toBeVisible();
    await page.unroute("**/cost.query");
    await page.route("**/cost.query", (route) => route.fulfill(failing("upstream", 502)));
    await page.goto(`/${slug}/costs?view=prices`);
    await expect(page.getByRole("heading", { name: "The service failed" })).toBeVisible();
    await page.unroute("**/cost.query");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: /^No prices in / })).toBeVisible();
  },
);

test(
  "opens a price over the list on a phone, and the page never scrolls sideways",
  heldBy(
    "app/(dashboard)/[workspace]/costs/costs-view.test.tsx",
    "opens a price over the list on a phone, and closes it again",
  ),
  async ({ page, heddle, project }) => {
    await setPrices(heddle.serviceUrl, project, PRICES);
    await page.setViewportSize(PHONE);
    await openCosts(page, heddle.url, project);
    const list = page.getByRole("list", { name: "Price records" });
    await expect(list.getByRole("listitem")).toHaveCount(7);
    await list.getByRole("button", { name: /^tiny/ }).click();
    await page.getByRole("tab", { name: "Record" }).click();
    const record = page.getByRole("region", { name: "Record", exact: true });
    await expect(record).toContainText("0.000000075");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close" }).click();
    await expect(record).toBeHidden();
  },
);

test(
  "lets a viewer read prices and shows no actions that change them",
  heldBy(
    "app/(dashboard)/[workspace]/costs/costs-view.test.tsx",
    "lets a viewer read prices, and shows no actions that change them",
  ),
  async ({ page, heddle, project, joinAs }) => {
    await setPrices(heddle.serviceUrl, project, PRICES.slice(0, 1));
    const slug = await makeWorkspace(page, heddle.url, project);
    const { page: viewer } = await joinAs("viewer");
    await viewer.goto(`/${slug}/costs?new=gpt-4o&pane=record`);
    await expect(rowOf(viewer, "gpt-4o")).toBeVisible();
    await expect(viewer.getByRole("region", { name: "Record", exact: true })).toContainText("0.000005");
    await expect(viewer.getByRole("button", { name: "Add price" })).toHaveCount(0);
    await expect(viewer.getByRole("button", { name: "Remove" })).toHaveCount(0);
    await expect(viewer.getByRole("dialog", { name: "Add price" })).toHaveCount(0);
  },
);
