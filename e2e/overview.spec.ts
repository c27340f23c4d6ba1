import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible";
import { HAS_SAMPLE, importSample, WITHOUT_SAMPLE } from "./support/airline-sample";
import { heldBy } from "./support/held-by";
import { connectWorkspace, makeWorkspace } from "./support/open-workspace";
import { logCalls, type SeedCall, send } from "./support/service-client";
import { expect, test } from "./support/test";

/** One day of 2024, so that nothing depends on the clock. */
const DAY = "from=2024-05-14T00:00:00Z&to=2024-05-15T00:00:00Z";
const at = (time: string, day = 14) => new Date(`2024-05-${day}T${time}Z`);

const usage = {
  usage: { "gpt-4o-mini": { requests: 1, prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } },
};

/**
 * Six calls on the day, two on the day before: three `chat` of one to three seconds, one of them failed; two `search`
 * of 100 and 200 ms; a `turn` that is still running.
 */
const calls: readonly SeedCall[] = [
  { op: "chat", startedAt: at("10:01:00"), durationMs: 1000, summary: usage, attributes: { env: "prod" } },
  { op: "chat", startedAt: at("10:02:00"), durationMs: 2000, summary: usage, attributes: { env: "prod" } },
  { op: "chat", startedAt: at("10:03:00"), durationMs: 3000, summary: usage, exception: "no answer" },
  { op: "search", startedAt: at("18:00:00"), durationMs: 100, attributes: { env: "test" } },
  { op: "search", startedAt: at("18:00:30"), durationMs: 200, attributes: { env: "test" } },
  { op: "turn", startedAt: at("18:01:00"), attributes: { env: "prod" } },
  { op: "chat", startedAt: at("10:00:00", 13), durationMs: 1000 },
  { op: "chat", startedAt: at("12:00:00", 13), durationMs: 1000 },
];

async function openOverview(page: Page, heddle: { url: string; serviceUrl: string }, project: string, search = DAY) {
  await logCalls(heddle.serviceUrl, project, calls);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/overview?${search}`);
  return slug;
}

const figure = (page: Page, name: RegExp | string) =>
  page.getByRole("list", { name: "Figures" }).getByRole("link", { name });
const segment = (page: Page, name: RegExp) =>
  page.getByRole("region", { name: /^Calls by/ }).getByRole("link", { name });
const traceRows = (page: Page) => page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");
const opRows = (page: Page) => page.getByRole("grid", { name: "Ops" }).locator("tbody tr[id]");
const legend = (page: Page) => page.getByRole("region", { name: /^Calls by/ }).getByRole("group", { name: "Series" });

test(
  "shows exact figures, their change since the previous day, and what they exclude",
  heldBy(
    "app/(dashboard)/[workspace]/overview/figures/prepare-overview-figures.test.ts",
    "show their change, colored only when more is clearly better or worse",
  ),
  async ({ page, heddle, project }) => {
    await openOverview(page, heddle, project);
    await expect(figure(page, "Calls 6, up 200%")).toBeVisible();
    await expect(figure(page, "Error rate 17%, up 16.67 pp")).toBeVisible();
    await expect(figure(page, "p50 latency 1.00 s, no change")).toBeVisible();
    await expect(figure(page, "p99 latency 2.96 s, up 196%")).toBeVisible();
    await expect(figure(page, "Tokens 360, no comparison")).toBeVisible();
    await expect(page.getByText("14 May 00:00 to 15 May 00:00 UTC")).toBeVisible();
    await expect(opRows(page)).toHaveCount(3);
    await expect(opRows(page).filter({ hasText: "chat" })).toContainText("33.33%");
    await expect(opRows(page).filter({ hasText: "chat" })).toContainText("2.00 s");
    await expect(page.getByRole("list", { name: "Cost by model" })).toContainText("gpt-4o-mini");
    await expect(page.getByRole("list", { name: "Storage by op" }).getByRole("listitem")).toHaveCount(3);

    // A week ago there was nothing to compare with.
    await page.getByRole("radio", { name: "vs last week" }).click();
    await expect(figure(page, /^Calls 6$/)).toBeVisible();
    await expect(page).toHaveURL(/vs=week/);
  },
);

test("links a segment to its calls, by pointer and by keys", async ({ page, heddle, project }) => {
  await openOverview(page, heddle, project);
  await expect(figure(page, "Calls 6, up 200%")).toBeVisible();
  await expect(figure(page, "p99 latency 2.96 s, up 196%")).toBeVisible();
  const failed = segment(page, /^chat, 14 May 2024 10:00 to 12:00: Calls 3, Errors 1 \(33%\)/);
  await failed.hover();
  await expect(page.getByText("Click to list these calls")).toBeVisible();
  await failed.click();
  await expect(page).toHaveURL(/\/traces\?/);
  await expect(traceRows(page)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Edit filter: op is chat" })).toBeVisible();

  await page.goBack();
  await segment(page, /^Errors, 14 May 2024 10:00/).click();
  await expect(traceRows(page)).toHaveCount(1);

  await page.goBack();
  await failed.focus();
  await page.keyboard.press("ArrowRight");
  await expect(segment(page, /^(?:search|turn), 14 May 2024 18:00 to 20:00/).and(page.locator(":focus"))).toHaveCount(
    1,
  );
  await page.keyboard.press("Home");
  await expect(failed.and(page.locator(":focus"))).toHaveCount(1);
  // Failed calls are at the base.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(traceRows(page)).toHaveCount(1);
});

test(
  "links a figure, a moment of latency, a model and an op to their calls",
  heldBy(
    "app/(dashboard)/[workspace]/overview/charts/prepare-latency-chart.test.ts",
    "links each bucket to its calls, slowest first",
  ),
  async ({ page, heddle, project }) => {
    const slug = await openOverview(page, heddle, project);
    await figure(page, /^Error rate/).click();
    await expect(traceRows(page)).toHaveCount(1);
    await page.goBack();
    await page
      .getByRole("region", { name: "Latency" })
      .getByRole("link", { name: /^Latency, 14 May 2024 18:00/ })
      .click();
    await expect(traceRows(page)).toHaveCount(3);
    await expect(page).toHaveURL(/sort=-summary\.weave\.latency_ms/);
    await page.goto(`/${slug}/overview?${DAY}`);
    await page
      .getByRole("list", { name: "Cost by model" })
      .getByRole("link", { name: /gpt-4o-mini/ })
      .click();
    await expect(traceRows(page)).toHaveCount(3);
    await page.goto(`/${slug}/overview?${DAY}`);
    await expect(opRows(page)).toHaveCount(3);
    await page.keyboard.press("/");
    await page.keyboard.type("sea");
    await expect(opRows(page)).toHaveCount(1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/traces\?/);
    await expect(traceRows(page)).toHaveCount(2);
  },
);

test(
  "counts by the chosen measure and filter, and keeps both in the address",
  heldBy(
    "app/(dashboard)/[workspace]/overview/prepare-grouping.test.ts",
    "is in the URL, and falls back to the op when it cannot be read",
  ),
  async ({ page, heddle, project }) => {
    await openOverview(page, heddle, project);
    await page.getByRole("button", { name: "Calls by op", exact: true }).click();
    await page.getByRole("button", { name: /^attributes\.env/ }).click();
    await expect(page).toHaveURL(/by=attributes\.env/);
    await expect(legend(page).getByRole("button")).toHaveText(["errors", "prod", "test"]);
    await page.reload();
    await expect(legend(page).getByRole("button")).toHaveText(["errors", "prod", "test"]);

    await legend(page).getByRole("button", { name: "test" }).click();
    await expect(segment(page, /^prod/)).toHaveCount(0);
    await expect(segment(page, /^test, .* 18:00 to 20:00: Calls 2/)).toHaveCount(1);
    await legend(page).getByRole("button", { name: "test" }).click();
    await expect(segment(page, /^prod/)).toHaveCount(2);

    await page.keyboard.press("f");
    await expect(page.getByRole("combobox", { name: "Search and filter" })).toBeFocused();
    await page.keyboard.type("op:chat");
    await page.keyboard.press("Enter");
    await expect(figure(page, /^Calls 3,/)).toBeVisible();
    await segment(page, /^Errors/).click();
    await expect(traceRows(page)).toHaveCount(1);
  },
);

test("exports the figures of a chart as a table and as a file", async ({ page, heddle, project }) => {
  await openOverview(page, heddle, project);
  await expect(segment(page, /^chat/)).toHaveCount(1);
  await page.getByRole("button", { name: "Calls by op: table and export" }).click();
  await page.getByRole("menuitem", { name: "Show as table" }).click();
  const table = page.getByRole("region", { name: "Calls by op, table" });
  await expect(table.getByRole("row", { name: /^2024-05-14T10:00:00/ })).toHaveText("2024-05-14T10:00:00.000Z3001");

  const menu = page.getByRole("button", { name: "Calls by op: table and export" });
  const csv = page.waitForEvent("download");
  await menu.click();
  await page.getByRole("menuitem", { name: "Export CSV" }).click();
  const file = await csv;
  expect(file.suggestedFilename()).toBe("calls-by-op.csv");
  const lines = readFileSync(await file.path(), "utf8").split("\r\n");
  expect(lines[0]).toBe("Start,chat,search,turn,errors included");
  expect(lines).toContain("2024-05-14T10:00:00.000Z,3,0,0,1");

  await menu.click();
  await page.getByRole("menuitem", { name: "Show as chart" }).click();
  await expect(segment(page, /^chat/)).toHaveCount(1);
  const png = page.waitForEvent("download");
  await menu.click();
  await page.getByRole("menuitem", { name: "Export PNG" }).click();
  const picture = await png;
  expect(picture.suggestedFilename()).toBe("calls-by-op.png");
  expect(
    readFileSync(await picture.path())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
});

test(
  "distinguishes nothing stored from no match, and shows the first call automatically",
  heldBy("components/calls/calls-states.test.tsx", "says how many calls there are without the filters"),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/overview`);
    await expect(page.getByRole("heading", { name: /No traces in|first call/ }).first()).toBeVisible();
    await logCalls(heddle.serviceUrl, project, [
      { op: "now", startedAt: new Date(Date.now() - 60_000), durationMs: 5 },
    ]);
    await expect(figure(page, /^Calls 1\b/)).toBeVisible();

    await page.goto(`/${slug}/overview?q=op:nothing`);
    await expect(page.getByRole("heading", { name: "No calls match the filter" })).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(figure(page, /^Calls 1\b/)).toBeVisible();
    await page.goto(`/${slug}/overview?${DAY}`);
    await expect(page.getByRole("heading", { name: "No calls in this range" })).toBeVisible();
    await page.getByRole("button", { name: "Show all time" }).click();
    await expect(figure(page, "Calls 1")).toBeVisible();
  },
);

test(
  "counts calls, and explains what is missing, where a service has no statistics",
  heldBy(
    "app/(dashboard)/[workspace]/overview/counts/counts-view.test.tsx",
    "shows counts alone where the service has no metrics",
  ),
  async ({ page, heddle, project, bare }) => {
    const call = {
      parent_id: null,
      thread_id: null,
      turn_id: null,
      svc_user_id: "bare",
      op_name: "answer",
      trace_id: "t",
      started_at: "2024-05-14T10:00:00Z",
    };
    bare.stored.calls.push(
      { ...call, id: "1", ended_at: "2024-05-14T10:00:02Z" },
      { ...call, id: "2", ended_at: "2024-05-14T10:00:04Z" },
    );
    const slug = await connectWorkspace(page, heddle.url, project, bare);
    await page.goto(`/${slug}/overview?t=all`);
    await expect(page.getByText("/calls/aggregate", { exact: true })).toBeVisible();
    const counts = page.locator("dl[aria-label=Counts]");
    await expect(counts).toContainText("Calls2");
    await page.getByLabel("Filter to count").fill("id:1");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: "id:1" })).toContainText("50%");
    await page.reload();
    await expect(page.getByRole("listitem").filter({ hasText: "id:1" })).toContainText("50%");
  },
);

test(
  "reports a failed service, and never an empty project",
  heldBy(
    "app/(dashboard)/[workspace]/overview/question/use-overview.test.tsx",
    "show a failure, and are loaded again on request",
  ),
  async ({ page, heddle, project, upstream }) => {
    upstream.json(500, { detail: "the disk is full" });
    const slug = await connectWorkspace(page, heddle.url, project, upstream);
    await page.goto(`/${slug}/overview`);
    await expect(page.getByRole("alert").getByRole("heading", { name: "The service failed" })).toBeVisible();
    await expect(page.getByText(/No calls|No traces/)).toHaveCount(0);
  },
);

test(
  "counts all calls of the 200 imported conversations",
  heldBy("test/contract/call-stats.suite.ts", "selects as /calls/query_stats does"),
  async ({ page, heddle, project }) => {
    test.skip(!HAS_SAMPLE, WITHOUT_SAMPLE);
    await importSample(heddle.serviceUrl, project);
    const count = async (body: object) =>
      ((await send(heddle.serviceUrl, "/calls/query_stats", { project_id: project, ...body })) as { count: number })
        .count;
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/overview?t=all`);
    await expect(figure(page, `Calls ${(await count({})).toLocaleString("en-US")}`)).toBeVisible();
    await page.getByRole("button", { name: /^Roots only/ }).click();
    const roots = await count({ filter: { trace_roots_only: true } });
    await expect(figure(page, `Calls ${roots.toLocaleString("en-US")}`)).toBeVisible();
  },
);

test("a deployment has a line in the charts, which leads to the time after it and compares the time before", async ({
  page,
  heddle,
  project,
}) => {
  const mark = { project_id: project, name: "v13", at: "2024-05-14T17:00:00Z", note: "New search" };
  await send(heddle.serviceUrl, "/deployments/mark", mark);
  await openOverview(page, heddle, project);
  const marks = page.getByRole("list", { name: "Deployments" });
  await expect(marks.getByRole("listitem")).toHaveText(["v13: deployed 14 May 2024. New search"]);
  await marks.getByRole("link", { name: /^v13/ }).click();
  await expect(page).toHaveURL(/from=2024-05-14T17%3A00%3A00\.000Z/);
  // Seven hours after it, and as many before it.
  await expect(figure(page, "Calls 3, no change")).toBeVisible();
});

test("a person marks a deployment from a chart, sees its line, and removes it", async ({ page, heddle, project }) => {
  await openOverview(page, heddle, project);
  const calls = page.getByRole("region", { name: /^Calls by/ });
  await calls.getByRole("button", { name: /table and export$/ }).click();
  await page.getByRole("menuitem", { name: "Deployments…" }).click();
  const dialog = page.getByRole("dialog", { name: "Deployments" });
  await dialog.getByLabel("Name").fill("v14");
  await dialog.getByLabel(/^Time/).fill("2024-05-14T17:00:00");
  await dialog.getByLabel("Note").fill("New prompt");
  await dialog.getByLabel("Note").press("Enter");
  await expect(dialog.getByRole("listitem")).toContainText("New prompt");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const marks = page.getByRole("list", { name: "Deployments", exact: true });
  await expect(marks.getByRole("listitem").first()).toHaveText("v14: deployed 14 May 2024. New prompt");
  await calls.getByRole("button", { name: /table and export$/ }).click();
  await page.getByRole("menuitem", { name: "Deployments…" }).click();
  await dialog.getByRole("button", { name: "Remove v14" }).click();
  await expect(dialog.getByText("None.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(marks).toHaveCount(0);
});
