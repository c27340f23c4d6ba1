import { rmSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { counted } from "@/e2e/support/counted-presses";
import { API_KEY, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { copyStoredData, SAMPLE_SLUG, stateAt } from "@/e2e/support/stored-data";
import { expect, test } from "@/e2e/support/test";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";

/*
 * Eighteen jobs of a first hour. Each begins on the list of traces of the sample project, over seven days, and uses what is
 * visible: names, roles and texts. No address is typed. The number is the most presses of a pointer that a job may take.
 */

let own: Heddle;
let provider: OpenAiProvider;
let context: BrowserContext;
let dataFolder: string;

test.beforeAll(async ({ browser }) => {
  const stored = copyStoredData();
  dataFolder = stored.dataFolder;
  provider = await OpenAiProvider.start();
  const env = { OPENAI_API_KEY: PROVIDER_KEY, OPENAI_BASE_URL: provider.url };
  own = await runHeddle({ dataFolder, env });
  context = await browser.newContext({ storageState: stateAt(own.url, stored.admin), baseURL: own.url });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

test.afterAll(async () => {
  await context.close();
  await own.stop();
  await provider.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const openPage = async (page: Page, name: string) => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
};
const openSettings = async (page: Page, name: string) => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).click();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name, exact: true }).click();
};
const traces = (page: Page) => page.getByRole("grid", { name: "Traces" });
const rows = (page: Page) => traces(page).locator("tbody tr[id]");
const failures = async (page: Page): Promise<Locator> => {
  await page.getByRole("radio", { name: "Failures" }).click();
  return page.getByRole("table", { name: "Groups of failures" }).getByRole("row");
};

/** Defines a test of one job. */
function job(title: string, most: number, work: (page: Page) => Promise<void>): void {
  test(title, { tag: "@all" }, async ({ browserName: _ }, testInfo) => {
    const page = await context.newPage();
    const presses = await counted(page);
    await page.goto(`/${SAMPLE_SLUG}/traces?t=7d`);
    await expect(rows(page).first()).toBeVisible();
    await work(page);
    const count = presses();
    testInfo.annotations.push({ type: "presses", description: String(count) });
    expect(count).toBeLessThanOrEqual(most);
    await page.close();
  });
}

job("finds the outage, its first failing call and the share of affected users", 2, async (page) => {
  const outage = (await failures(page)).filter({ hasText: "TimeoutError" });
  await expect(outage).toContainText("search_flights");
  await expect(page.getByRole("region", { name: "Failures" })).toContainText(/Affected users \d+ of \d+ \([\d.]+%\)/);
  await outage.getByRole("link", { name: /^First call/ }).click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("did not answer within 10 s");
});

job("compares the cost of two versions of the agent", 5, async (page) => {
  await openPage(page, "Objects");
  const objects = page.getByRole("treegrid", { name: "Objects" }).getByRole("row");
  await objects.filter({ hasText: "airline_agent" }).first().click();
  await page.getByRole("tab", { name: "Figures" }).click();
  const range = page.getByRole("button", { name: /^Time range/ });
  await range.last().click();
  await page.getByRole("button", { name: "Last 7 days", exact: true }).click();
  const figures = page.getByRole("table", { name: "Figures of versions" });
  for (const version of ["v0", "v1"]) {
    const row = figures.getByRole("row").filter({ has: page.getByRole("button", { name: version, exact: true }) });
    await expect(row).toContainText(/\$\d/);
  }
});

job("follows one conversation", 2, async (page) => {
  await openPage(page, "Threads");
  await page.getByRole("grid", { name: "Threads" }).getByRole("row").filter({ hasText: "airline" }).first().click();
  const pane = page.getByRole("complementary", { name: "Thread" });
  await expect(pane.getByRole("list", { name: "Conversation" }).getByRole("listitem").first()).toBeVisible();
});

job("finds the slowest call of a tool", 4, async (page) => {
  await page.getByRole("radio", { name: "All calls" }).click();
  await page.getByRole("combobox", { name: "Search and filter" }).fill("kind:tool");
  await page.keyboard.press("Enter");
  await traces(page).getByRole("button", { name: "Duration", exact: true }).click();
  await expect(rows(page).first()).toContainText("search_flights");
});

job("finds the most expensive traces", 1, async (page) => {
  const amount = async (index: number) =>
    Number(/\$([\d.]+)/.exec((await rows(page).nth(index).textContent()) ?? "")?.[1]);
  await traces(page).getByRole("button", { name: "Cost", exact: true }).click();
  await expect(traces(page).getByRole("columnheader", { name: /^Cost/ })).toHaveAttribute("aria-sort", "descending");
  await expect.poll(async () => (await amount(0)) >= (await amount(10))).toBe(true);
});

job("finds the calls whose output mentions a word, and saves the search", 4, async (page) => {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByText("Output contains", { exact: true }).click();
  await page.keyboard.type("refund");
  await page.keyboard.press("Enter");
  await expect(rows(page).first().locator("mark").first()).toHaveText(/refund/i);
  await page.getByRole("button", { name: /^Views/ }).click();
  await page.getByRole("menuitem", { name: "Save view" }).click();
  await page.keyboard.type("Answers on refunds");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Views, current: Answers on refunds" })).toBeVisible();
});

job("makes a dataset of ten failures", 6, async (page) => {
  await (await failures(page))
    .filter({ hasText: "AgentError" })
    .getByRole("button", { name: /^AgentError/ })
    .click();
  const boxes = traces(page).getByRole("checkbox", { name: "Select airline_turn" });
  await boxes.nth(0).click();
  await boxes.nth(9).click({ modifiers: ["Shift"] });
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to dataset" });
  await dialog.getByLabel("Dataset").fill("ten-failures");
  await dialog.getByRole("button", { name: "Create dataset" }).click();
  await expect(page.getByRole("grid", { name: "ten-failures" })).toHaveAttribute("aria-rowcount", /^1[12]$/);
});

job("runs a failing call again with two models", 6, async (page) => {
  await (await failures(page))
    .filter({ hasText: "RateLimitError" })
    .getByRole("link", { name: /^First call/ })
    .click();
  await page.getByRole("region", { name: "Details" }).getByRole("link", { name: "Open in playground" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Playground" })).toBeVisible();
  await page.getByRole("button", { name: "Add column" }).click();
  for (const [column, model] of [
    [1, "plain"],
    [2, "tools"],
  ] as const) {
    await page.getByRole("button", { name: new RegExp(`^Model of column ${column}:`) }).click();
    await page.keyboard.type(`openai/${model}`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Model of column ${column}: openai/${model}` })).toBeVisible();
  }
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await expect(page.getByRole("region", { name: "Answer of openai/plain" })).toContainText("Hello dear Mia");
});

job("exports what the list shows", 2, async (page) => {
  await page.evaluate(() => Object.defineProperty(window, "showSaveFilePicker", { value: undefined }));
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Export", exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

job("shares a trace", 3, async (page) => {
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share trace" });
  await dialog.getByRole("switch", { name: /^Allow links/ }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.locator('[data-shown-once="link"]')).toHaveText(/\/share\/hds_/);
});

job("invites a colleague", 4, async (page) => {
  await openSettings(page, "Members");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("dialog")).toContainText(/#token=/);
});

job("connects a second service", 4, async (page) => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "New connection" }).click();
  const form = page.getByRole("form", { name: "New connection" });
  await form.getByLabel("Name", { exact: true }).fill("second");
  await form.getByLabel("Base URL").fill(own.serviceUrl);
  await form.getByLabel("Username").fill("api");
  await form.getByLabel("Password", { exact: true }).fill(API_KEY);
  await form.getByRole("button", { name: "Add connection" }).click();
  await page.getByRole("button", { name: "Test connection" }).click();
  const tested = page.getByRole("table", { name: "Operations" }).getByRole("row", { name: "/threads/stream_query" });
  await expect(tested.getByRole("img", { name: "supported" })).toBeVisible();
});

job("watches an issue, with what the rule would have done", 4, async (page) => {
  await openPage(page, "Issues");
  const issue = page.getByRole("list", { name: "Open issues" }).getByRole("button", { name: /^TimeoutError/ });
  await issue.click();
  await page.getByRole("region", { name: "Issue" }).getByRole("link", { name: "Watch it" }).click();
  await expect(page.locator("main")).toContainText(/would have fired/i);
});

job("compares two evaluations", 4, async (page) => {
  await openPage(page, "Evaluations");
  const table = page.getByRole("table", { name: "Evaluations" });
  await table.getByRole("checkbox", { name: "Select first step: prompt v0" }).click();
  await table.getByRole("checkbox", { name: "Select first step: prompt v1" }).click();
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { level: 1, name: /^Compare/ })).toBeVisible();
  await expect(page.locator("main")).toContainText(/95%/);
});

job("finds the best checkpoint by rows that no job trained on", 2, async (page) => {
  await openPage(page, "Models");
  await expect(page.getByRole("table", { name: "Models" })).toContainText(/at step \d.*held-out rows/);
});

job("reads what a model answered in training, and its rewards", 3, async (page) => {
  await openPage(page, "Training runs");
  await page.getByRole("table", { name: "Training runs" }).getByRole("link", { name: "weft-router" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /weft-router/ })).toBeVisible();
  await expect(page.locator("main")).toContainText(/held-out|rollouts/i);
});

job("finds the user who spends most", 2, async (page) => {
  await openPage(page, "Costs");
  await page.getByRole("radio", { name: "User", exact: true }).click();
  const spend = page.getByRole("grid", { name: "Spend by user" });
  await expect(spend.getByRole("row").nth(1)).toContainText(/\$\d/);
});

job("answers the first item of a review queue", 3, async (page) => {
  await openPage(page, "Review");
  await page.getByRole("link", { name: "Check of the judge" }).click();
  await page.keyboard.press("y");
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toContainText(/13 of 18/);
});
