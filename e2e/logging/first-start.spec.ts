import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, PHONE } from "@/e2e/support/accessible";
import { join } from "@/e2e/support/invite";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { runAsShown } from "@/e2e/support/run-as-shown";
import { ADMIN, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { logCalls, send } from "@/e2e/support/service-client";
import { signIn } from "@/e2e/support/sign-in";
import { ANONYMOUS, expect, test } from "@/e2e/support/test";
import { SAMPLE_FIGURES, SAMPLE_PROJECT } from "@/lib/sample/sample-project";

/** A new installation without any variables. */
const untouched = { HEDDLE_ADMIN_EMAIL: undefined, HEDDLE_ADMIN_PASSWORD: undefined, HEDDLE_API_KEY: undefined };

const greeting = (page: Page) =>
  page.getByRole("grid", { name: "Traces" }).getByRole("row").filter({ hasText: "greet" });

const requests = (page: Page) => page.getByRole("log", { name: "Requests" });

/** The text that the page has copied to the clipboard. */
async function copied(page: Page, button: string): Promise<string> {
  const inClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: button }).click();
  await expect.poll(inClipboard).not.toBe("");
  return await inClipboard();
}

async function setUp(page: Page, heddle: Heddle): Promise<void> {
  await page.goto(/http\S+\/set-up#token=\S+/.exec(heddle.output())?.[0] ?? "");
  await page.getByLabel("Name").fill("Mia Li");
  await page.getByLabel("Email").fill("mia@example.org");
  await page.getByLabel("Password", { exact: true }).fill("a password of hers");
  await page.getByRole("button", { name: "Create account" }).click();
}

test("leads a new user from npm start to the trace of their first call, using only what the pages show", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const fresh = await runHeddle({ env: untouched });
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url, permissions });
  try {
    const page = await context.newPage();
    await setUp(page, fresh);
    await expect(page.getByRole("heading", { name: "Send your first call" })).toBeVisible();
    await page.getByLabel("Project").fill("mia/airline");

    // First with the variables unchanged: the placeholder is not a key.
    await page.getByRole("tab", { name: "Weave TypeScript" }).click();
    const withoutKey = await copied(page, "Copy variables");
    expect(withoutKey).toContain("<your key>");
    const program = await copied(page, "Copy program");
    expect(program).toContain("mia/airline");
    const run = (variables: string) => runAsShown(`${variables}\nnode first.mjs`, { "first.mjs": program });
    await run(withoutKey).catch(() => undefined);
    const refused = requests(page)
      .getByText(/401, the key is unknown or was revoked/)
      .first();
    await expect(refused).toBeVisible();
    await expect(page).toHaveURL(/\?/);

    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByText("copying includes the full key")).toBeVisible();
    const variables = await copied(page, "Copy variables");
    const key = /hk_\w+/.exec(variables)?.[0] ?? "";
    expect(key).not.toBe("");
    await expect(page.getByText(key)).toHaveCount(0);

    await run(variables);
    await expect(page).toHaveURL(/\/airline\/traces/);
    await expect(greeting(page)).toBeVisible();
    await greeting(page).getByText("greet", { exact: true }).click();
    await expect(page.getByRole("complementary", { name: "Peek" }).getByText("Hello, Heddle")).toBeVisible();
  } finally {
    await context.close();
    await fresh.stop();
  }
});

test("shows rejected requests with the reason in an empty workspace, and opens the list at the first call", async ({
  page,
  context,
  heddle,
  project,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: heddle.url });
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces?client=curl`);
  await expect(page.getByText("Waiting for the first call…")).toBeVisible();

  const spans = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: "1".repeat(32) }] }] }] });
  const json = { "content-type": "application/json" };
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("copying includes the full key")).toBeVisible();
  const variables = await copied(page, "Copy variables");
  const key = /hk_\w+/.exec(variables)?.[0] ?? "";
  const authorization = `Bearer ${key}`;
  await fetch(`${heddle.serviceUrl}/otel/v1/traces`, {
    method: "POST",
    headers: { ...json, authorization },
    body: spans,
  });
  await expect(requests(page).getByText(/400, the header project_id is missing/)).toBeVisible();
  await page.getByRole("button", { name: "How to add it" }).click();
  await expect(page.getByText(`project_id=${project}`)).toBeVisible();
  await fetch(`${heddle.serviceUrl}/api/v1/traces`, {
    method: "POST",
    headers: { ...json, authorization },
    body: spans,
  });
  await expect(requests(page).getByText(/404, nothing at this path/)).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await expectAccessible(page);

  // The key is limited to this project.
  const other = { batch: [{ mode: "start", req: { start: { project_id: "somebody/else" } } }] };
  const refused = await fetch(`${heddle.serviceUrl}/call/upsert_batch`, {
    method: "POST",
    headers: { authorization },
    body: JSON.stringify(other),
  });
  expect([403, 422]).toContain(refused.status);

  const program = await copied(page, "Copy program");
  expect(await runAsShown(`${variables}\n${program}`)).toContain("trace_id");
  await expect(greeting(page)).toBeVisible();
});

test("skips and shows the first steps again, and restores them from the address", async ({ page, heddle, project }) => {
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces`);
  await page.getByRole("button", { name: /^Skip/ }).click();
  await expect(page.getByText(`No traces in ${project.split("/")[1]} yet`)).toBeVisible();
  await expect(page).toHaveURL(/start=false/);
  await page.reload();
  await expect(page.getByText(`No traces in ${project.split("/")[1]} yet`)).toBeVisible();
  await page.getByRole("button", { name: "Send your first call" }).click();
  await expect(page.getByRole("heading", { name: "Send your first call" })).toBeVisible();
  await page.keyboard.press("4");
  await expect(page.getByRole("tab", { name: "curl" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("link", { name: "Choose a file" }).click();
  await expect(page).toHaveURL(new RegExp(`/${slug}/import`));

  await logCalls(heddle.serviceUrl, project, [{ op: "greet", startedAt: new Date(), durationMs: 5 }]);
  await page.goto(`/${slug}/traces?start=false`);
  await expect(greeting(page)).toBeVisible();
});

test("fits a phone without scrolling sideways", async ({ browser, heddle, project, adminState, page }) => {
  const slug = await makeWorkspace(page, heddle.url, project);
  const seen = { viewport: PHONE, hasTouch: true };
  const context = await browser.newContext({ storageState: adminState, baseURL: heddle.url, ...seen });
  const phone = await context.newPage();
  await phone.goto(`/${slug}/traces`);
  await expect(phone.getByRole("heading", { name: "Send your first call" })).toBeVisible();
  await fetch(`${heddle.serviceUrl}/api/v1/traces`, { method: "POST" });
  await expect(requests(phone).getByText(/404/).first()).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await context.close();
});

test("creates, opens, shows and deletes the sample project", async ({ browser }) => {
  test.setTimeout(300_000);
  const fresh = await runHeddle();
  const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url });
  try {
    const page = await context.newPage();
    await signIn(page, fresh.url, ADMIN);
    await page.getByRole("button", { name: "Create the sample project" }).click();
    await expect(page.getByRole("progressbar", { name: "Creating the sample project" })).toBeVisible();
    await expect(page).toHaveURL(/\/sample-airline\/traces/, { timeout: 120_000 });
    const grid = page.getByRole("grid", { name: "Traces" });
    await expect(grid.getByRole("row").filter({ hasText: "airline_turn" }).first()).toBeVisible();

    const stored = async (body: object) =>
      await send(fresh.serviceUrl, "/calls/query_stats", { project_id: SAMPLE_PROJECT, ...body });
    // Its evaluations add calls of their own.
    const isSample = { $expr: { $eq: [{ $getField: "attributes.sample" }, { $literal: true }] } };
    expect(await stored({ query: isSample })).toMatchObject({ count: SAMPLE_FIGURES.calls });
    const { data: models } = (await send(fresh.serviceUrl, "/models/list", { project_id: SAMPLE_PROJECT })) as {
      data: readonly { job_count: number }[];
    };
    expect(models).toMatchObject([{ job_count: SAMPLE_FIGURES.trainingSteps }]);
    await page.goto("/sample-airline/models");
    await expect(page.getByText("weft-router").first()).toBeVisible();
    await page.goto("/sample-airline/traces?t=all&q=status:error%20op:search_flights&grain=all");
    await expect(grid.getByRole("row").filter({ hasText: "TimeoutError" }).first()).toBeVisible();
    await grid.getByRole("row").filter({ hasText: "TimeoutError" }).first().getByText("search_flights").click();
    await expect(
      page
        .getByRole("complementary", { name: "Peek" })
        .getByText(/did not answer within 10 s/)
        .first(),
    ).toBeVisible();

    // A viewer sees it and can neither create nor delete it.
    const viewerContext = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url });
    const viewer = await viewerContext.newPage();
    await join(viewer, fresh, "viewer");
    await viewer.goto("/sample-airline/traces");
    await expect(viewer.getByRole("grid", { name: "Traces" }).getByRole("row").nth(1)).toBeVisible();
    await viewerContext.close();

    await page.goto("/settings/workspaces");
    await page.getByRole("button", { name: "Remove sample-airline" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete the sample project?" });
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Sample project deleted", { exact: true })).toBeVisible({ timeout: 60_000 });
    expect(await stored({})).toMatchObject({ count: 0 });
    const objects = await send(fresh.serviceUrl, "/objs/query", { project_id: SAMPLE_PROJECT });
    expect(objects).toMatchObject({ objs: [] });
    expect(await send(fresh.serviceUrl, "/models/list", { project_id: SAMPLE_PROJECT })).toMatchObject({ data: [] });
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Create the sample project" })).toBeEnabled();
  } finally {
    await context.close();
    await fresh.stop();
  }
});
