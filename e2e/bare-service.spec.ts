import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { BARE_PASSWORD, BARE_TOKEN, BARE_USER, BareService } from "../test/bare-service/bare-service";
import { expect, test } from "./support/test";

const resultOf = (page: Page, operation: string) =>
  page.getByRole("table", { name: "Operations" }).getByRole("row", { name: operation });

/** Adds the bare service as a person does: form, test, project by name. Answers the workspace's short name. */
async function addBareService(page: Page, bare: BareService, project: string): Promise<string> {
  await page.goto("/settings/connections");
  await page.getByRole("button", { name: "New connection" }).click();
  const form = page.getByRole("form", { name: "New connection" });
  await form.getByLabel("Name", { exact: true }).fill(`bare ${project}`);
  await form.getByLabel("Base URL").fill(bare.url);
  await form.getByLabel("Username").fill(BARE_USER);
  await form.getByLabel("Password", { exact: true }).fill(BARE_PASSWORD);
  await form.getByLabel("Token", { exact: true }).fill(BARE_TOKEN);
  await form.getByRole("button", { name: "Add connection" }).click();
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(resultOf(page, "/calls/query_stats").getByRole("img", { name: "supported" })).toBeVisible();
  const [, id] = /connection=([0-9a-f-]{36})/.exec(page.url()) ?? [];
  await page.goto(`/settings/workspaces?connection=${id}`);
  await page.getByLabel("Project").fill(project);
  await page.getByRole("button", { name: "Add workspace" }).click();
  await page.waitForURL(/\/[^/]+\/traces/);
  return new URL(page.url()).pathname.split("/")[1] ?? "";
}

test.describe("a service with only the thirteen operations", () => {
  let bare: BareService;

  test.beforeEach(async () => {
    bare = await BareService.start();
    const turn = { parent_id: null, svc_user_id: "bare", op_name: "answer" };
    bare.stored.calls.push(
      {
        ...turn,
        id: "t1",
        trace_id: "trace-1",
        thread_id: "booking",
        turn_id: "t1",
        started_at: "2026-11-01T10:00:00Z",
        ended_at: "2026-11-01T10:00:02Z",
      },
      {
        ...turn,
        id: "t2",
        trace_id: "trace-2",
        thread_id: "booking",
        turn_id: "t2",
        started_at: "2026-11-01T10:01:00Z",
        ended_at: "2026-11-01T10:01:04Z",
      },
    );
  });
  test.afterEach(() => bare.stop());

  test("is added in the browser, and its test tells the thirteen from all others", async ({ page, project }) => {
    await addBareService(page, bare, project);
    await page.goto("/settings/connections");
    const row = page.getByRole("table", { name: "Connections" }).getByRole("row", { name: `bare ${project}` });
    await expect(row).toContainText("12 of 13");
    await row.click();
    await expect(resultOf(page, "/completions/create")).toContainText("not tried: it would cost money");
    for (const path of ["/threads/stream_query", "/objs/query", "/cost/query", "/v1/preview/training-jobs"]) {
      await expect(resultOf(page, path).getByRole("img", { name: "supported" }).first()).toBeVisible();
    }
    await expect(resultOf(page, "/calls/stream_query").getByRole("img", { name: "missing" })).toBeVisible();
  });

  test("cannot list calls: the page says so, says why, and counts them", async ({ page, project }) => {
    const slug = await addBareService(page, bare, project);
    await page.goto(`/${slug}/traces`);
    await expect(page.getByRole("heading", { name: "This connection does not offer reading calls" })).toBeVisible();
    await expect(page.getByText("/calls/stream_query", { exact: true })).toBeVisible();
    const figures = page.getByRole("status").locator("dl");
    await expect(figures).toContainText("All calls2");
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  });
});
