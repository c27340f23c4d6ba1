import type { Page } from "@playwright/test";
import { findOperation } from "@/lib/api/contract/operations";
import type { BareService } from "@/test/bare-service/bare-service";
import type { MannerName } from "@/test/bare-service/manners";
import { heldBy } from "./support/held-by";
import { callApp, connectWorkspace } from "./support/open-workspace";
import { message, run } from "./support/playground";
import { expect, test } from "./support/test";
import { LONG } from "./support/test-length";

/** Known only from the first use: the one needs a job, the other is billed. */
const FOUND_BY_USE: readonly string[] = ["trainingJobs.streamEvents", "completions.createStream"];

/**
 * Failed requests while `page` is open, except for the operations that every service has: this one refuses some of
 * their filters, and that cannot be known before.
 */
function failedRequests(page: Page): string[] {
  const failed: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const id = pathname.split("/").at(-1) ?? "";
    const isCore = findOperation(id)?.standing === "core";
    if (response.status() >= 400 && !isCore && !FOUND_BY_USE.includes(id))
      failed.push(`${response.status()} ${pathname}`);
  });
  return failed;
}

/** The pages of a service with only the thirteen operations, each with what it shows. */
const PAGES: readonly (readonly [string, string | RegExp])[] = [
  ["overview?t=all", "does not support"],
  ["traces", "This connection does not support reading calls"],
  ["threads?t=all", "booking"],
  ["threads/booking?t=all", "This connection does not support reading calls"],
  ["objects", "support_prompt"],
  ["tables?digest=passengers", "Noah"],
  ["costs", "in-house-1"],
  ["playground", "Choose a model"],
  ["models", "Follow a model by its id"],
  ["models/model-1", /step/i],
  ["runs", "does not support training runs"],
  ["training", "Follow"],
  ["training/job-1", "reports jobs through events only"],
  ["training/new", "Configuration"],
  ["import", /import/i],
];

/** Opens each page. */
async function expectPages(page: Page, slug: string): Promise<void> {
  for (const [path, text] of PAGES) {
    await page.goto(`/${slug}/${path}`);
    await expect(page.locator("main"), path).toContainText(text);
    await expect(page.getByText(/The service failed|could not be read|request was invalid/), path).toHaveCount(0);
  }
}

/** Opens a workspace of a connection that was tested, as adding it in the dashboard does. */
async function openTested(page: Page, url: string, project: string, bare: BareService): Promise<string> {
  const slug = await connectWorkspace(page, url, project, bare);
  const { connections } = (await callApp(page, url, "connections.list", {})) as {
    connections: readonly { id: string; name: string }[];
  };
  const id = connections.find(({ name }) => name === `other ${project}`)?.id;
  await callApp(page, url, "connections.test", { id });
  return slug;
}

/** Stores data for each page. */
function storeForPages({ stored }: BareService): void {
  const at = "2026-11-01T10:00:00Z";
  stored.calls.push({
    ...{ id: "t1", trace_id: "trace-1", parent_id: null, thread_id: "booking", turn_id: "t1" },
    ...{ op_name: "answer", started_at: at, ended_at: "2026-11-01T10:00:02Z", svc_user_id: "bare" },
  });
  stored.versions.push({
    ...{ object_id: "support_prompt", digest: "d1", version_index: 0, created_at: at, kind: "object" as const },
    ...{ base_object_class: "Prompt", val: { content: "Be kind." } },
  });
  stored.tables.set("passengers", [{ digest: "row-2", val: { name: "Noah" } }]);
  stored.prices.push({
    ...{ id: "price-1", llm_id: "in-house-1", prompt_token_cost: 0.0000025, completion_token_cost: 0.00001 },
    ...{ prompt_token_cost_unit: "USD", completion_token_cost_unit: "USD" },
    ...{ effective_date: at, provider_id: "in-house" },
  });
  stored.events.set("job-1", [{ id: "e1", type: "training_ended", data: { step: 1 } }]);
  stored.checkpoints.set("model-1", [{ id: "c1", step: 1, metrics: { reward: 0.5 } }]);
}

/** One of each kind, and those that only `npm run test:long` opens: the relay's tests cover all manners. */
const QUICK: readonly MannerName[] = ["FastAPI", "Flask", "nginx", "405 for every path"];
const ofLength = (manner: MannerName) => (QUICK.includes(manner) ? HELD : LONG);
const HELD = heldBy("test/faults/relay-absence.test.ts", "has every extension relayed as not supported");

for (const manner of ["FastAPI", "Flask", "Express", "Spring", "Go", "Kong"] satisfies MannerName[]) {
  test.describe(`a bare service that answers like ${manner}`, () => {
    test.use({ manner });

    test("has the same pages as any other", ofLength(manner), async ({ page, heddle, bare, project }) => {
      test.setTimeout(180_000);
      storeForPages(bare);
      const slug = await openTested(page, heddle.url, project, bare);
      const failed = failedRequests(page);
      await expectPages(page, slug);
      expect(failed).toEqual([]);
    });
  });
}

for (const manner of ["nginx", "AWS API Gateway", "an app of one page", "405 for every path"] satisfies MannerName[]) {
  test.describe(`a bare service that answers like ${manner}`, () => {
    test.use({ manner });

    const title = "has the same pages as any other, without a failed request for what it is known not to have";
    test(title, ofLength(manner), async ({ page, heddle, bare, project }) => {
      test.setTimeout(180_000);
      storeForPages(bare);
      const slug = await openTested(page, heddle.url, project, bare);
      expect(bare.stored.calls).toHaveLength(1);

      const failed = failedRequests(page);
      await expectPages(page, slug);
      expect(failed).toEqual([]);

      await page.goto(`/${slug}/playground`);
      await page.getByRole("button", { name: "Model of column 1: none" }).click();
      await page.getByPlaceholder(/Find a model/).fill("in-house-1");
      await page.getByRole("option", { name: "Use in-house-1" }).click();
      await message(page, 2).fill("Hello");
      await run(page).click();
      await expect(page.getByRole("region", { name: "Answer of in-house-1" })).toContainText("olleH");
      expect(failed).toEqual([]);
    });
  });
}
