import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { BARE_PASSWORD, BARE_TOKEN, BARE_USER, type BareService } from "@/test/bare-service/bare-service";
import { expect, test } from "./support/test";

const resultOf = (page: Page, operation: string) =>
  page.getByRole("table", { name: "Operations" }).getByRole("row", { name: operation });

/** Adds the bare service as a user does: form, test, project by name. Returns the workspace's slug. */
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
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.waitForURL(/\/[^/]+\/traces/);
  return new URL(page.url()).pathname.split("/")[1] ?? "";
}

test.describe("a service with only the thirteen operations", () => {
  test.beforeEach(({ bare }) => {
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

  test("is added in the browser, and its test distinguishes the thirteen from all others", async ({
    page,
    bare,
    project,
  }) => {
    await addBareService(page, bare, project);
    await page.goto("/settings/connections");
    const row = page.getByRole("table", { name: "Connections" }).getByRole("row", { name: `bare ${project}` });
    await expect(row).toContainText("13 of 13");
    await row.click();
    await expect(resultOf(page, "/completions/create").first()).toContainText("found, not run: it is billed");
    expect(bare.stored.calls).toHaveLength(2);
    for (const path of ["/threads/stream_query", "/objs/query", "/cost/query", "/v1/preview/training-jobs"]) {
      await expect(resultOf(page, path).getByRole("img", { name: "supported" }).first()).toBeVisible();
    }
    await expect(resultOf(page, "/calls/stream_query").getByRole("img", { name: "not supported" })).toBeVisible();
  });

  test(
    "has its counts, threads, objects, tables and prices, and each page says what is not supported",
    heldBy("test/faults/relay-absence.test.ts", "has every extension relayed as not supported"),
    async ({ page, bare, project }) => {
      test.setTimeout(120_000);
      const { versions, tables, prices } = bare.stored;
      versions.push(
        version("support_prompt", 0, "Prompt", { content: "Be kind." }),
        version("support_prompt", 1, "Prompt", { content: "Be kind and short." }),
      );
      tables.set("passengers", [
        { digest: "row-1", val: { name: "Mia", trip: { bags: 2 } } },
        { digest: "row-2", val: { name: "Noah", trip: { bags: 11 } } },
      ]);
      prices.push({
        id: "price-1",
        llm_id: "in-house-1",
        prompt_token_cost: 0.0000025,
        completion_token_cost: 0.00001,
        prompt_token_cost_unit: "USD",
        completion_token_cost_unit: "USD",
        effective_date: "2026-11-01T00:00:00Z",
        provider_id: "in-house",
      });
      const slug = await addBareService(page, bare, project);
      const open = async (part: string) => {
        await page.goto(`/${slug}/${part}`);
        await expect(page.locator("main")).toBeVisible();
      };
      const failures = page.getByText(/The service failed|could not be read|request was invalid/);

      await open("overview?t=all");
      await expect(page.getByText("/calls/aggregate", { exact: true })).toBeVisible();
      await expect(page.locator("dl").first()).toContainText("2");
      await expect(failures).toHaveCount(0);

      await open("threads?t=all");
      const threads = page.getByRole("grid", { name: "Threads" });
      await expect(threads).toContainText("booking");
      await threads.getByText("booking").click();
      await expect(page.getByRole("complementary", { name: "Thread" })).toContainText("does not support reading calls");
      await expect(failures).toHaveCount(0);

      await open("objects");
      await page.getByText("support_prompt").first().click();
      await page.getByRole("tab", { name: "Content" }).click();
      await expect(page.locator("main")).toContainText("Be kind and short.");
      // Features that the interface lacks are hidden, or say so.
      await expect(page.getByRole("button", { name: "Set alias" })).toHaveCount(0);
      await page.getByRole("tab", { name: "Used by" }).click();
      await expect(page.getByText("/obj/used_by", { exact: true })).toBeVisible();
      await expect(failures).toHaveCount(0);

      await open("tables?digest=passengers");
      await expect(page.getByText("Noah")).toBeVisible();
      await expect(page.locator("main")).toContainText("bags");
      await expect(failures).toHaveCount(0);

      await open("costs");
      await expect(page.locator("main")).toContainText("in-house-1");
      await expect(failures).toHaveCount(0);
    },
  );
});

function version(object_id: string, version_index: number, base_object_class: string, val: unknown) {
  const created_at = `2026-11-01T10:0${version_index}:00Z`;
  return {
    object_id,
    version_index,
    base_object_class,
    val,
    created_at,
    digest: `${object_id}-${version_index}`,
    kind: "object" as const,
  };
}
