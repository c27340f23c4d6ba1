import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { runAsShown } from "@/e2e/support/run-as-shown";
import { API_KEY, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { logCalls, send } from "@/e2e/support/service-client";
import { ANONYMOUS, expect, test } from "@/e2e/support/test";
import { SAMPLE_FIGURES, SAMPLE_PROJECT } from "@/lib/sample/sample-project";

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

/** Tests of one new installation, in which the first user is the only one. */
test.describe("a new installation", () => {
  test.describe.configure({ mode: "serial", timeout: 240_000 });

  let fresh: Heddle;
  let page: Page;

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(240_000);
    fresh = await runHeddle({ env: { HEDDLE_ADMIN_EMAIL: undefined, HEDDLE_ADMIN_PASSWORD: undefined } });
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url, permissions });
    page = await context.newPage();
  });

  test.afterAll(async () => {
    await page.context().close();
    await fresh.stop();
  });

  test("leads from the printed link to an account, which the link creates once", async ({ browser }) => {
    const link = /http\S+\/set-up#token=\S+/.exec(fresh.output())?.[0] ?? "";
    expect(link).not.toBe("");
    await page.goto(link);
    await page.getByLabel("Name").fill("Mia Li");
    await page.getByLabel("Email").fill("mia@example.org");
    await page.getByLabel("Password", { exact: true }).fill("too short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(/\/set-up/);
    await page.getByLabel("Password", { exact: true }).fill("a password of hers");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Send your first call" })).toBeVisible();

    const stranger = await browser.newPage({ storageState: ANONYMOUS });
    await stranger.goto(link);
    await expect(stranger.getByText("This link was already used or has expired.")).toBeVisible();
    await stranger.context().close();
  });

  const stored = async (body: object) =>
    (await send(fresh.serviceUrl, "/calls/query_stats", { project_id: SAMPLE_PROJECT, ...body })) as { count: number };

  test(
    "begins to create the sample project, stops on request, and deletes what was created",
    heldBy("test/contract/sample.test.ts", "can be stopped"),
    async () => {
      await page.getByRole("button", { name: "Create the sample project" }).click();
      await expect(page.getByRole("progressbar", { name: "Creating the sample project" })).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: /^[1-9][\d,]* of / })).toBeVisible();
      await page.getByRole("button", { name: "Stop", exact: true }).click();
      await expect(page.getByText("Stopped. Created data is kept")).toBeVisible();
      await expect(page.getByRole("button", { name: "Finish the sample project" })).toBeVisible();
      const { count } = await stored({});
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(SAMPLE_FIGURES.calls);

      await page.getByRole("button", { name: "Delete sample" }).click();
      const dialog = page.getByRole("dialog", { name: "Delete the sample project?" });
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(page.getByText("Sample project deleted", { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: "Create the sample project" })).toBeEnabled();
      expect(await stored({})).toMatchObject({ count: 0 });
    },
  );

  test(
    "creates, opens, shows and deletes the sample project",
    heldBy("test/contract/sample.test.ts", "has calls, feedback, prices, every version of its objects"),
    async () => {
      await page.goto("/");
      await page.getByRole("button", { name: "Create the sample project" }).click();
      await expect(page.getByRole("progressbar", { name: "Creating the sample project" })).toBeVisible();
      await expect(page).toHaveURL(/\/sample-airline\/traces/, { timeout: 120_000 });
      const grid = page.getByRole("grid", { name: "Traces" });
      await expect(grid.getByRole("row").filter({ hasText: "airline_turn" }).first()).toBeVisible();

      // Its evaluations add calls of their own.
      const isSample = { $expr: { $eq: [{ $getField: "attributes.sample" }, { $literal: true }] } };
      expect(await stored({ query: isSample })).toMatchObject({ count: SAMPLE_FIGURES.calls });
      const { data: models } = (await send(fresh.serviceUrl, "/models/list", { project_id: SAMPLE_PROJECT })) as {
        data: readonly { job_count: number }[];
      };
      expect(models).toMatchObject([{ job_count: SAMPLE_FIGURES.trainingSteps }]);

      await page.goto("/settings/workspaces");
      await page.getByRole("button", { name: "Remove sample-airline" }).click();
      const dialog = page.getByRole("dialog", { name: "Delete the sample project?" });
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(page.getByText("Sample project deleted", { exact: true })).toBeVisible({ timeout: 60_000 });
      expect(await stored({})).toMatchObject({ count: 0 });
      const objects = await send(fresh.serviceUrl, "/objs/query", { project_id: SAMPLE_PROJECT });
      expect(objects).toMatchObject({ objs: [] });
      expect(await send(fresh.serviceUrl, "/models/list", { project_id: SAMPLE_PROJECT })).toMatchObject({ data: [] });
    },
  );

  test("leads to the trace of the first call, using only what the pages show", async () => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Create the sample project" })).toBeEnabled();
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
  });
});

test(
  "shows rejected requests with the reason in an empty workspace, and opens the list at the first call",
  heldBy("components/start/start-view.test.tsx", "lists a rejected request with its reason and its fix"),
  async ({ page, context, heddle, project }) => {
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
    // A key of one project needs no header.
    await fetch(`${heddle.serviceUrl}/otel/v1/traces`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${API_KEY}` },
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
  },
);

test(
  "skips and shows the first steps again, and restores them from the address",
  heldBy(
    "app/(dashboard)/[workspace]/traces/use-first-start.test.tsx",
    "are skipped and shown again, both in the address",
  ),
  async ({ page, heddle, project }) => {
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
  },
);
