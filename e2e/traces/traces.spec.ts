import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

const strip = (page: Page) => page.getByRole("region", { name: "Calls over time" });
const rows = (page: Page) => page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");

/** Twenty hours ago three calls, of which one failed; two hours ago one finished, and one is still running. */
async function openTraces(page: Page, heddle: { url: string; serviceUrl: string }, project: string): Promise<void> {
  await logCalls(heddle.serviceUrl, project, [
    { op: "early", startedAt: ago(20), durationMs: 10 },
    { op: "early", startedAt: ago(20), durationMs: 10 },
    { op: "early", startedAt: ago(20), durationMs: 10, exception: "no" },
    { op: "late", startedAt: ago(2), durationMs: 10, attributes: { env: "prod" } },
    { op: "late", startedAt: ago(2) },
  ]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces`);
  await expect(rows(page)).toHaveCount(5);
}

test(
  "shows the status of calls over the full range, and filters the list by dragging",
  heldBy("app/(dashboard)/[workspace]/traces/histogram/histogram-plot.test.tsx", "selects whole buckets with a drag"),
  async ({ page, heddle, project }) => {
    await openTraces(page, heddle, project);
    await expect(strip(page)).toContainText("ok 3");
    await expect(strip(page)).toContainText("error 1");
    await expect(strip(page)).toContainText("running 1");

    // Hovers over its middle once it no longer moves.
    await strip(page).hover();
    const box = await strip(page).boundingBox();
    if (!box) throw new Error("The strip is not there.");
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect(rows(page)).toHaveCount(2);
    // The end stays open: new calls appear in the list.
    await expect(page).toHaveURL(/[?&]from=/);
    await expect(page).not.toHaveURL(/[?&]to=/);
    await expect(page.getByRole("slider", { name: "To" })).toHaveAttribute("aria-valuetext", "now");
    await expect(strip(page)).toContainText("ok 1");

    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(strip(page)).toContainText("error 0");
    await strip(page).dblclick({ position: { x: 300, y: 40 } });
    await expect(rows(page)).toHaveCount(5);

    await strip(page).getByRole("button", { name: "Height of the bars: Calls" }).click();
    await page.getByRole("menuitemradio", { name: "Latency" }).click();
    await expect(strip(page)).toContainText("median 10 ms");
    await page.reload();
    await expect(strip(page).getByRole("img")).toHaveAccessibleName(/^Latency per .* median 10 ms, p90 10 ms/);
  },
);

test(
  "selects a range by keys, bucket by bucket",
  heldBy(
    "app/(dashboard)/[workspace]/traces/histogram/histogram-plot.test.tsx",
    "announces its counts and moves its edges with keys",
  ),
  async ({ page, heddle, project }) => {
    await openTraces(page, heddle, project);
    const from = page.getByRole("slider", { name: "From" });
    await from.focus();
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("PageUp");
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(rows(page)).toHaveCount(5);
  },
);

test(
  "lists values with counts, and filters by a click",
  heldBy(
    "app/(dashboard)/[workspace]/traces/filter/facet.test.tsx",
    "adds its value to the filter, selects it alone or excludes it",
  ),
  async ({ page, heddle, project }) => {
    await openTraces(page, heddle, project);
    await page.keyboard.press("v");
    const values = page.getByRole("complementary", { name: "Facets" });
    const ops = values.getByRole("region", { name: "op" });
    await expect(ops.locator("[aria-pressed]")).toHaveText(["early3", "late2"]);
    await ops.getByRole("button", { name: /^late/ }).click();
    await expect(rows(page)).toHaveCount(2);
    // The other values can still be chosen; those of other fields are counted within the filter.
    await expect(ops.locator("[aria-pressed]")).toHaveText(["early3", "late2"]);
    await expect(values.getByRole("region", { name: "status" }).locator("[aria-pressed]")).toHaveCount(2);
    await values
      .getByRole("region", { name: "status" })
      .getByRole("button", { name: /^running/ })
      .click();
    await expect(rows(page)).toHaveCount(1);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("op:late status:running");
    await ops.getByRole("button", { name: /^late/ }).click();
    await values
      .getByRole("region", { name: "status" })
      .getByRole("button", { name: /^running/ })
      .click();
    await expect(rows(page)).toHaveCount(5);

    await ops.getByRole("button", { name: "Exclude early" }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("-op:early");
    await ops.getByRole("button", { name: "Only early" }).click();
    await expect(rows(page)).toHaveCount(3);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("op:early");
    await ops.getByRole("button", { name: /^early/ }).click();
    await expect(rows(page)).toHaveCount(5);

    await values.getByRole("region", { name: "Attributes" }).getByRole("button", { name: /^env/ }).click();
    await values.getByRole("region", { name: "attributes.env" }).getByRole("button", { name: /^prod/ }).click();
    await expect(rows(page)).toHaveCount(1);
  },
);

const heads = (page: Page) => page.getByRole("grid", { name: "Traces" }).locator("thead th");
const search = (page: Page) => new URL(page.url()).searchParams;

/** Three calls with values of several kinds, and token usage that one of them only has on its child. */
async function openNested(page: Page, heddle: { url: string; serviceUrl: string }, project: string): Promise<string> {
  const usage = { prompt_tokens: 400, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 300 } };
  const [, , silent] = await logCalls(heddle.serviceUrl, project, [
    { op: "turn", startedAt: ago(3), durationMs: 10, inputs: { user: { name: "mia" }, n: 9 }, output: { ok: true } },
    {
      op: "turn",
      startedAt: ago(2),
      durationMs: 10,
      inputs: { user: { name: "ethan" }, n: 10 },
      summary: { usage: { "gpt-4o": usage } },
    },
    { op: "agent", startedAt: ago(1), durationMs: 10, inputs: { n: 2, list: [1, 2] } },
  ]);
  if (silent === undefined) throw new Error("No call was logged.");
  await logCalls(heddle.serviceUrl, project, [
    {
      op: "chat",
      startedAt: ago(1),
      durationMs: 5,
      parent: silent,
      traceId: silent,
      summary: { usage: { "gpt-4o": { prompt_tokens: 7000, completion_tokens: 30 } } },
    },
  ]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces?t=all`);
  await expect(rows(page)).toHaveCount(3);
  return slug;
}

test(
  "shows any path as a column, sorts by it on the server and filters from its cells",
  heldBy("app/(dashboard)/[workspace]/traces/use-column-arrangement.test.tsx", "include paths into calls"),
  async ({ page, heddle, project }) => {
    await openNested(page, heddle, project);
    await page.getByRole("button", { name: /^Columns/ }).click();
    const columns = page.getByRole("dialog", { name: "Columns" });
    // Paths in the rows on the screen, with their number of rows.
    await expect(columns.getByRole("button", { name: "Add column inputs.n" })).toContainText("3");
    await columns.getByRole("button", { name: "Add column inputs.n" }).click();
    await columns.getByRole("textbox").fill("inputs.user.name");
    await columns.getByRole("button", { name: "Add column inputs.user.name" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => search(page).get("cols")).toContain("inputs.n,inputs.user.name");

    // Numbers are sorted as numbers.
    await page.getByRole("grid", { name: "Traces" }).getByRole("button", { name: "inputs.n", exact: true }).click();
    await expect(rows(page)).toContainText(["10", "9", "2"]);
    await expect.poll(() => search(page).get("sort")).toBe("-inputs.n");

    await rows(page).nth(1).getByText("mia", { exact: true }).hover();
    await page.getByRole("button", { name: "Filter for this value" }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect.poll(() => search(page).get("q")).toBe("inputs.user.name:mia");
    await rows(page).first().getByText("mia", { exact: true }).hover();
    await page.getByRole("button", { name: "Exclude this value" }).click();
    await expect(rows(page)).toHaveCount(2);

    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(heads(page).filter({ hasText: "inputs.user.name" })).toHaveCount(1);
  },
);

test(
  "keeps the order, the width and the pins of columns in the address",
  heldBy(
    "app/(dashboard)/[workspace]/traces/use-column-arrangement.test.tsx",
    "are written to the address, without what is the default",
  ),
  async ({ page, heddle, project }) => {
    await openNested(page, heddle, project);
    await heads(page).filter({ hasText: "Duration" }).getByRole("button", { name: "Duration", exact: true }).focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => search(page).get("cols")).toContain("input,duration,output");
    await expect(page.getByRole("button", { name: "Duration", exact: true })).toBeFocused();

    await heads(page)
      .filter({ hasText: "Cost" })
      .getByText("Cost")
      .dragTo(heads(page).filter({ hasText: "Op" }).first());
    await expect.poll(() => search(page).get("cols")).toMatch(/^(cost,op|op,cost),/);

    await page.getByRole("button", { name: "About column Op" }).click();
    await page.getByRole("menuitem", { name: "Pin left" }).click();
    await expect.poll(() => search(page).get("pin")).toBe("op");
    await page.getByRole("button", { name: "About column Thread" }).click();
    await page.getByRole("menuitem", { name: "Wider" }).click();
    await page.getByRole("menuitem", { name: "Wider" }).click();
    await expect.poll(() => search(page).get("w")).toBe("thread:138");
    await page.getByRole("menuitem", { name: "Hide" }).click();
    await expect.poll(() => search(page).get("cols")).not.toContain("thread");

    const order = await heads(page).allTextContents();
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    expect(await heads(page).allTextContents()).toEqual(order);
  },
);

test(
  "shows cached tokens, and the trace's total where a root reports none",
  heldBy(
    "app/(dashboard)/[workspace]/traces/rows/prepare-row-tokens.test.ts",
    "uses the figures of the trace only for a root that reports none",
  ),
  async ({ page, heddle, project }) => {
    await openNested(page, heddle, project);
    const agent = rows(page).filter({ hasText: "agent" });
    await expect(agent).toContainText("Full trace:");
    await expect(agent).toContainText("7.0k");
    await expect(rows(page).filter({ hasText: "400" })).toContainText("75% from cache");
    // Comparisons use the values that calls report themselves.
    await page.getByRole("combobox", { name: "Search and filter" }).fill("tokens:>100");
    await page.keyboard.press("Enter");
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole("combobox", { name: "Search and filter" }).fill("cost:>much");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("much is not an amount");
  },
);

test(
  "suggests values with counts, remembers queries, and replaces a term in its place",
  heldBy("components/filter/filter-bar.test.tsx", "suggests values with their counts, and recent queries"),
  async ({ page, heddle, project }) => {
    const slug = await openNested(page, heddle, project);
    const box = page.getByRole("combobox", { name: "Search and filter" });
    await box.fill("op:");
    await expect(page.getByRole("option", { name: "op:turn 2" })).toBeVisible();
    await page.getByRole("option", { name: "op:turn 2" }).click();
    await expect(rows(page)).toHaveCount(2);
    await box.fill("inputs.user.name:mia");
    await page.keyboard.press("Enter");
    await expect(rows(page)).toHaveCount(1);

    await page.getByRole("button", { name: "Edit filter: op is turn" }).click();
    await expect(box).toHaveValue("op:turn");
    await expect(rows(page)).toHaveCount(1);
    await box.fill("op:agent,turn");
    await page.keyboard.press("Enter");
    await expect.poll(() => search(page).get("q")).toBe("op:agent,turn inputs.user.name:mia");

    await page.goto(`/${slug}/traces?t=all`);
    await expect(rows(page)).toHaveCount(3);
    await box.focus();
    await page.getByRole("option", { name: "op:turn inputs.user.name:mia recent" }).click();
    await expect(rows(page)).toHaveCount(1);
    await box.focus();
  },
);

test("keeps the scroll position when new rows arrive above", async ({ page, heddle, project }) => {
  const many = Array.from({ length: 120 }, (_, index) => ({ op: `early-${index}`, startedAt: ago(3), durationMs: 10 }));
  await logCalls(heddle.serviceUrl, project, many);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces`);
  await expect(page.getByText("of 120").first()).toBeVisible();
  const grid = page.getByRole("grid", { name: "Traces" });
  const frame = grid.locator("xpath=..");
  await frame.evaluate((element) => element.scrollTo(0, 32 * 50));
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(32 * 50);
  const reading = rows(page).filter({ hasText: "early-60" });
  await expect(reading).toBeInViewport();
  const placeOf = async () => Math.round((await reading.boundingBox())?.y ?? -1);
  const before = await placeOf();

  await logCalls(heddle.serviceUrl, project, [
    { op: "late", startedAt: new Date(), durationMs: 10 },
    { op: "late", startedAt: new Date(), durationMs: 10 },
  ]);
  await page.getByRole("button", { name: "2 new" }).click();
  await expect(page.getByText("of 122").first()).toBeVisible();
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(32 * 52);
  expect(await placeOf()).toBe(before);
  await frame.evaluate((element) => element.scrollTo(0, 0));
  await expect(rows(page).first()).toContainText("late");
});

test(
  "logs a call by hand, shows errors at their field, and opens the call in the list",
  heldBy("app/(dashboard)/[workspace]/traces/log/log-dialog.test.tsx", "logs a call and opens it"),
  async ({ page, heddle, project }) => {
    await openNested(page, heddle, project);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Log call by hand" }).click();
    const form = page.getByRole("dialog", { name: "Log call by hand" });
    await form.getByLabel("Inputs").fill('{"q": nope}');
    await form.getByRole("button", { name: "Log call" }).click();
    await expect(form.getByText("Enter an op name")).toBeVisible();
    await expect(form.getByText(/^Line 1, column 7: /)).toBeVisible();

    await form.getByLabel("Op", { exact: true }).fill("by.hand");
    await form.getByLabel("Inputs").fill('{"q": "Is it there?"}');
    await form.getByLabel("Output").fill("It is.");
    await form.getByRole("button", { name: "Log call" }).click();
    await expect(rows(page)).toHaveCount(4);
    await expect(rows(page).filter({ hasText: "by.hand" })).toHaveAttribute("aria-current", "true");
    await expect(page.getByRole("complementary", { name: "Peek" })).toContainText("by.hand");
  },
);

test(
  "keeps a chosen time range across pages, reloads and tabs, and leaves Back as it was",
  heldBy("components/address/use-time-range.test.tsx", "remembers a chosen range"),
  async ({ page, context, heddle, project }) => {
    await logCalls(heddle.serviceUrl, project, [
      { op: "old", startedAt: ago(72), durationMs: 10 },
      { op: "new", startedAt: ago(2), durationMs: 10 },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    await expect(rows(page)).toHaveCount(1);
    const control = page.getByRole("button", { name: /^Time range/ });
    await control.click();
    await page.getByRole("button", { name: "Last 7 days" }).click();
    await expect(rows(page)).toHaveCount(2);
    for (const name of ["Overview", "Threads", "Costs", "Traces"]) {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await expect(control).toHaveAccessibleName("Time range: Last 7 days");
      await expect.poll(() => search(page).get("t")).toBe("7d");
    }
    await expect(rows(page)).toHaveCount(2);
    await page.reload();
    await expect(control).toHaveAccessibleName("Time range: Last 7 days");
    const other = await context.newPage();
    await other.goto(`/${slug}/traces?q=op:old`);
    await expect(rows(other)).toHaveCount(1);
    await other.close();

    // Back shows each entry of the history as it was.
    await control.click();
    await page.getByRole("button", { name: "All time" }).click();
    await expect.poll(() => search(page).get("t")).toBe("all");
    await page.goBack();
    await expect(control).toHaveAccessibleName("Time range: Last 7 days");
  },
);

test(
  "inserts live calls, and shows one number in the head, the chart and the list",
  heldBy("app/(dashboard)/[workspace]/traces/list/use-listing.test.tsx", "grow with its rows"),
  async ({ page, heddle, project }) => {
    const log = (op: string, count: number) =>
      logCalls(
        heddle.serviceUrl,
        project,
        Array.from({ length: count }, () => ({ op, startedAt: new Date(), durationMs: 5 })),
      );
    await log("first", 3);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    const head = page.getByRole("main");
    await expect(rows(page)).toHaveCount(3);
    await expect(strip(page)).toContainText("ok 3");
    await log("second", 4);
    await expect(rows(page)).toHaveCount(7);
    await expect(rows(page).first()).toContainText("second");
    await expect(strip(page)).toContainText("ok 7");
    await expect(head.getByText("Rows 1 to 7 of 7")).toBeVisible();
    await expect(head.getByRole("button", { name: /new$/ })).toBeHidden();

    // Rows stay where they are while a call is open beside them; the pill counts what is not shown.
    await rows(page).first().click();
    await expect(page.getByLabel("Peek", { exact: true })).toBeVisible();
    await log("third", 2);
    await expect(head.getByRole("button", { name: "2 new" })).toBeVisible();
    await expect(strip(page)).toContainText("ok 9");
    await expect(rows(page)).toHaveCount(7);
    await page.keyboard.press("Escape");
    await expect(rows(page)).toHaveCount(9);
    await expect(head.getByRole("button", { name: /new$/ })).toBeHidden();
  },
);

test(
  "previews what was asked last and which tool was called, behind a long system prompt",
  heldBy("lib/calls/read-previews.test.ts", "shows what was asked last and which tool the answer calls"),
  async ({ page, heddle, project }) => {
    const system = { role: "system", content: "You are an airline agent. ".repeat(500) };
    const call = { id: "c", type: "function", function: { name: "update_flights", arguments: '{"id":"BTBM5E"}' } };
    await logCalls(heddle.serviceUrl, project, [
      {
        op: "openai.chat.completions.create",
        startedAt: ago(1),
        durationMs: 5,
        inputs: { model: "gpt-4o", messages: [system, { role: "user", content: "Change my flight" }], tools: [] },
        output: { id: "x", choices: [{ message: { role: "assistant", content: null, tool_calls: [call] } }] },
      },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    await expect(rows(page).first()).toContainText("Change my flight");
    await expect(rows(page).first()).toContainText("→ update_flights(BTBM5E)");
  },
);
