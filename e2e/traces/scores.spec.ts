import type { Locator, Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, type SeedCall, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const rows = (page: Page, grid: string): Locator =>
  page.getByRole("grid", { name: grid }).locator("tbody tr[aria-rowindex]");

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const turn = (thread: string, minutes: number): SeedCall => ({
  op: `turn_${thread}`,
  startedAt: minutesAgo(minutes),
  durationMs: 1000,
  inputs: { message: `Question in ${thread}` },
  output: `Answer in ${thread}`,
  thread,
});

async function filterBy(page: Page, text: string): Promise<void> {
  const search = page.getByRole("combobox", { name: "Search and filter" });
  await search.fill(text);
  await search.press("Enter");
}

test(
  "finds calls and threads by their scores, and shows them where calls are shown",
  heldBy("service/traces/operations/feedback/scores.test.ts", "finds calls with a score and those without"),
  async ({ page, heddle, project }) => {
    const ids = await logCalls(heddle.serviceUrl, project, [turn("good", 5), turn("bad", 4), turn("unscored", 3)]);
    const score = (id: string | undefined, feedback_type: string, payload: unknown) =>
      send(heddle.serviceUrl, "/feedback/create", {
        project_id: project,
        weave_ref: `weave:///${project}/call/${id}`,
        feedback_type,
        payload,
      });
    await score(ids[0], "reward", { value: 0.9 });
    await score(ids[1], "reward", { value: 0.1 });
    await score(ids[0], "helpful", { value: true });
    await score(ids[1], "helpful", { value: false });
    await score(ids[1], "tone", { value: "rude" });
    const slug = await makeWorkspace(page, heddle.url, project);

    await page.goto(`/${slug}/traces?t=all`);
    await expect(page.getByRole("columnheader", { name: "reward" })).toBeVisible();
    await expect(rows(page, "Traces").filter({ hasText: "turn_bad" })).toContainText("false");
    await page.getByRole("combobox", { name: "Search and filter" }).fill("score.");
    await expect(page.getByRole("option", { name: /score\.tone/ })).toBeVisible();
    await filterBy(page, "score.helpful:false");
    await expect(rows(page, "Traces")).toHaveCount(1);
    await expect(rows(page, "Traces")).toContainText("turn_bad");
    await rows(page, "Traces").first().click();
    const badges = page.getByRole("complementary", { name: "Peek" }).getByRole("list", { name: "Scores" });
    await expect(badges).toContainText("rude");

    await page.goto(`/${slug}/traces?t=all&q=-score.reward:*`);
    await expect(rows(page, "Traces")).toHaveCount(1);
    await expect(rows(page, "Traces")).toContainText("turn_unscored");

    await page.goto(`/${slug}/threads?t=all&q=score.reward:>0.5`);
    await expect(rows(page, "Threads")).toHaveCount(1);
    await expect(rows(page, "Threads")).toContainText("0.9");
    await page.goto(`/${slug}/threads?t=all&sort=score.reward`);
    await expect(rows(page, "Threads").first()).toContainText("bad");

    await page.goto(`/${slug}/traces?t=all`);
    await expect(rows(page, "Traces")).toHaveCount(3);
  },
);

test(
  "says that a service without scores filters threads by id only",
  heldBy("lib/thread/threads-query.test.ts", "reports terms about calls where the service would ignore them"),
  async ({ page, heddle, bare, project }) => {
    const slug = await connectWorkspace(page, heddle.url, project, bare);
    await page.goto(`/${slug}/threads?t=all&q=score.reward:>0.5`);
    await expect(page.getByTitle(/filters threads by id only/)).toBeVisible();
  },
);
