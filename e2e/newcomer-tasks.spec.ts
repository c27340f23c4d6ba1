import { rmSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectNoSidewaysScroll, PHONE } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { runHeddle } from "@/e2e/support/run-heddle";
import { copyStoredData, SAMPLE_SLUG, stateAt } from "@/e2e/support/stored-data";
import { expect, test } from "@/e2e/support/test";

/*
 * The tasks of a user who knows other tools, in the sample project. Once it is open, the tests use only what is visible:
 * names, roles and texts. No address is typed and none is read.
 */

const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });
const openPage = async (page: Page, name: string) => {
  await navigation(page).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
};
const callsOverTime = (page: Page) => page.getByRole("region", { name: /^Calls by/ });
const failureGroups = (page: Page) => page.getByRole("table", { name: "Groups of failures" });
const traces = (page: Page) => page.getByRole("grid", { name: "Traces" });

/** The marks of failed calls in the chart, each with the number of failed calls that its name says. */
async function failedMarks(page: Page): Promise<{ mark: Locator; calls: number }[]> {
  const marks = callsOverTime(page).getByRole("link", { name: /^Errors, / });
  await expect(marks.first()).toBeVisible();
  const names = await marks.evaluateAll((found) => found.map((mark) => mark.getAttribute("aria-label") ?? ""));
  return names.map((name, index) => ({ mark: marks.nth(index), calls: Number(/, Errors (\d+)/.exec(name)?.[1] ?? 0) }));
}

const CHART_HEAD_PX = 34;

/** Drags over the chart from the first tall bar of errors to the last one. */
async function zoomToOutage(page: Page): Promise<void> {
  const marks = await failedMarks(page);
  const most = Math.max(...marks.map(({ calls }) => calls));
  const tall = marks.filter(({ calls }) => calls >= most / 3);
  const first = await tall[0]?.mark.boundingBox();
  const last = await tall.at(-1)?.mark.boundingBox();
  const before = await callsOverTime(page).boundingBox();
  if (!first || !last || !before) throw new Error("The chart shows no failed calls");
  // Above the bars, which are links; once the chart no longer moves.
  const top = CHART_HEAD_PX + 12;
  await callsOverTime(page).hover({ position: { x: first.x - before.x, y: top } });
  const y = ((await callsOverTime(page).boundingBox())?.y ?? before.y) + top;
  await page.mouse.down();
  await page.mouse.move((first.x + last.x) / 2, y, { steps: 4 });
  await page.mouse.move(last.x + last.width, y, { steps: 4 });
  await page.mouse.up();
}

/** Opens the list of the sample project and chooses the range that holds its outage. */
async function openSample(page: Page): Promise<Locator> {
  await page.goto(`/${SAMPLE_SLUG}/traces`);
  const range = page.getByRole("button", { name: /^Time range/ });
  await range.click();
  await page.getByRole("button", { name: "Last 7 days", exact: true }).click();
  await expect(range).toContainText("Last 7 days");
  await expect(traces(page).getByRole("row").filter({ hasText: "airline_turn" }).first()).toBeVisible();
  return range;
}

test("finds an outage, compares versions and follows a conversation in the sample, by what is visible", async ({
  page,
}) => {
  const range = await openSample(page);
  await test.step("finds the outage, its first failing call and the share of affected users", async () => {
    await openPage(page, "Overview");
    await expect(range).toContainText("Last 7 days");
    await zoomToOutage(page);
    await expect(range).not.toContainText("Last 7 days");
    await openPage(page, "Traces");
    await expect(range).not.toContainText("Last 7 days");
    await page.getByRole("radio", { name: "Failures" }).click();
    const timeouts = failureGroups(page).getByRole("row").filter({ hasText: "TimeoutError" });
    await expect(timeouts).toContainText("search_flights");
    await expect(timeouts).toContainText("the flight search did not answer within … s");
    const failures = page.getByRole("region", { name: "Failures" });
    await expect(failures).toContainText(/Affected users \d+ of \d+ \([\d.]+%\)/);
    await expect(failures).toContainText(/Affected threads \d+ of \d+ \([\d.]+%\)/);
    await timeouts.getByRole("link", { name: /^First call/ }).click();
    const details = page.getByRole("region", { name: "Details" });
    await expect(details).toContainText("search_flights");
    await expect(details).toContainText("the flight search did not answer within 10 s");
  });

  await test.step("compares the cost of two versions of the agent", async () => {
    await openPage(page, "Objects");
    const objects = page.getByRole("treegrid", { name: "Objects" }).getByRole("row");
    await objects.filter({ hasText: "airline_agent" }).first().click();
    await page.getByRole("tab", { name: "Figures" }).click();
    await page
      .getByRole("button", { name: /^Time range/ })
      .last()
      .click();
    await page.getByRole("button", { name: "Last 7 days", exact: true }).click();
    const figures = page.getByRole("table", { name: "Figures of versions" });
    const cost = (version: string) =>
      figures.getByRole("row").filter({ has: page.getByRole("button", { name: version, exact: true }) });
    await expect(cost("v0")).toContainText(/\$\d/);
    await expect(cost("v1")).toContainText(/\$\d/);
  });

  await test.step("follows one conversation", async () => {
    await openPage(page, "Threads");
    const conversations = page.getByRole("grid", { name: "Threads" }).getByRole("row");
    await conversations.filter({ hasText: "airline-" }).first().click();
    const pane = page.getByRole("complementary", { name: "Thread" });
    await expect(pane.getByRole("list", { name: "Conversation" })).toBeVisible();
    await pane.getByRole("link", { name: "Open as a page" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^airline-\d+$/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "Turns" }).getByRole("button").first()).toBeVisible();
  });
});

test(
  "makes a dataset of failures, opens one in the playground, and trains a small agent, by what is visible",
  heldBy("lib/dataset/rows-of-calls.test.ts", "builds a row from the values at the paths"),
  async ({ browser }) => {
    // It changes the sample, which other tests read: a copy of its own.
    const { dataFolder, admin } = copyStoredData();
    const own = await runHeddle({ dataFolder });
    const context = await browser.newContext({ storageState: stateAt(own.url, admin), baseURL: own.url });
    try {
      const page = await context.newPage();
      await openSample(page);
      await test.step("makes a dataset of ten failures and opens one in the playground", async () => {
        await page.getByRole("radio", { name: "Failures" }).click();
        await failureGroups(page)
          .getByRole("button", { name: /^AgentError/ })
          .click();
        const boxes = traces(page).getByRole("checkbox", { name: "Select airline_turn" });
        await expect(boxes.nth(9)).toBeVisible();
        await boxes.nth(0).click();
        await boxes.nth(9).click({ modifiers: ["Shift"] });
        const selection = page.getByRole("region", { name: "Selection" });
        await expect(selection).toContainText("10 selected");
        await selection.getByRole("button", { name: "Add to dataset" }).click();
        const dialog = page.getByRole("dialog", { name: "Add to dataset" });
        await dialog.getByLabel("Dataset").fill("failures");
        await dialog.getByRole("button", { name: "Create dataset" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "failures" })).toBeVisible();
        const sheet = page.getByRole("grid", { name: "failures" });
        await expect(sheet).toHaveAttribute("aria-rowcount", "12");
        await sheet.getByRole("gridcell").nth(2).click();
        await page.keyboard.press("Space");
        await page.getByRole("link", { name: "Open row in playground" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Playground" })).toBeVisible();
        await expect(page.getByRole("textbox", { name: /^Message \d$/ }).last()).not.toHaveValue("");
      });

      await test.step("starts a training run with one click, and stops it", async () => {
        await openPage(page, "Training runs");
        await page.getByRole("button", { name: "Train a small agent" }).click();
        await expect(page.getByRole("heading", { level: 1, name: /^small-agent/ })).toBeVisible();
        await expect(page.getByRole("progressbar", { name: /iterations done$/ })).toBeVisible();
        await page.getByRole("button", { name: "Stop", exact: true }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Stop run" }).click();
        await expect(page.getByRole("status").filter({ hasText: /^Stopp/ })).toBeVisible();
      });
      await page.setViewportSize(PHONE);
      await expectNoSidewaysScroll(page);
    } finally {
      await context.close();
      await own.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    }
  },
);
