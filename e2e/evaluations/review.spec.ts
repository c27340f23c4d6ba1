import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { fact, registerBlank, start } from "@/e2e/support/new-training-job";
import { connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, type SeedCall, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const ANSWERS = ["heddle", "hedle", "#######", "HEDDLE"];

/** A short job starts a program. */
const JOB_MS = 180_000;

const modelCall = (content: string, index: number): SeedCall => ({
  op: "chat.completion",
  startedAt: new Date(Date.now() - 60_000 + index * 1000),
  durationMs: 10,
  attributes: { kind: "llm" },
  inputs: { messages: [{ role: "user", content: "Spell it." }] },
  output: { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }] },
});

const rubric = (page: Page) => page.getByRole("complementary", { name: "Rubric" });

/** Selects all calls of the project and creates a queue of them. */
async function makeQueue(
  page: Page,
  slug: string,
  { name, count, reviewsPerItem = "1" }: { name: string; count: number; reviewsPerItem?: string },
): Promise<void> {
  await page.goto(`/${slug}/traces?t=all`);
  // Only loaded rows are selected.
  await expect(page.getByRole("grid", { name: "Traces" }).locator("tbody tr[aria-rowindex]")).toHaveCount(count);
  await page.getByRole("checkbox", { name: "Select all loaded rows" }).click();
  await page.getByRole("button", { name: "Add to review" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to review" });
  await dialog.getByLabel("Name").fill(name);
  await expect(dialog.getByRole("textbox", { name: "Question 1" })).toHaveValue("Correct");
  await dialog.getByLabel("Reviews per item").fill(reviewsPerItem);
  await dialog.getByRole("button", { name: "Create queue and add" }).click();
  await page.waitForURL(/\/review\/[^/]+$/);
}

/** Answers the item on screen by keys, and waits until the answer is stored. */
async function review(page: Page, answer: string, key: "1" | "2"): Promise<void> {
  await expect(page.getByRole("list", { name: "To review" })).toContainText(answer);
  await page.keyboard.press(key);
  await expect(rubric(page).getByRole("radio", { checked: true })).toHaveCount(1);
  const stored = page.waitForResponse(
    (response) =>
      /\/annotationQueues\.progress(\?|$)/.test(response.url()) &&
      response.request().postData()?.includes('"completed"') === true,
  );
  await page.keyboard.press("Enter");
  await stored;
}

test(
  "a label given in the queue by keyboard becomes a reward in a training job",
  heldBy(
    "app/(dashboard)/[workspace]/review/[queueId]/review-view.test.tsx",
    "opens a new job with the answers as rewards",
  ),
  async ({ page, heddle, project }) => {
    test.setTimeout(JOB_MS * 2);
    const ids = await logCalls(heddle.serviceUrl, project, ANSWERS.map(modelCall));
    const slug = await makeWorkspace(page, heddle.url, project);
    await makeQueue(page, slug, { name: "Spelling", count: ANSWERS.length });

    await test.step("the items are reviewed without a mouse", async () => {
      await expect(page.getByRole("heading", { name: "Spelling" })).toBeVisible();
      await expect(page.getByRole("list", { name: "Items" }).getByRole("listitem")).toHaveCount(ANSWERS.length);
      // The newest call is the first row of the list.
      await page.keyboard.press("Enter");
      await expect(rubric(page).getByRole("alert")).toHaveText("Answer this question to save.");
      await review(page, "HEDDLE", "1");
      await expect(page.getByRole("list", { name: "To review" })).toContainText("#######");
      await page.keyboard.press("s");
      await expect(page.getByRole("list", { name: "To review" })).toContainText("hedle");
      await page.keyboard.press("u");
      await review(page, "#######", "2");
      await expect(page.getByRole("list", { name: "To review" })).toContainText("hedle");
      await page.keyboard.press("2");
      await page.keyboard.press("Tab");
      const correction = rubric(page).getByRole("textbox", { name: "Better answer" });
      await expect(correction).toBeFocused();
      await correction.fill("heddle");
      await page.reload();
      await expect(rubric(page).getByRole("textbox", { name: "Better answer" })).toHaveValue("heddle");
      await rubric(page).getByRole("textbox", { name: "Better answer" }).press("Control+Enter");
      await review(page, "heddle", "1");
      await expect(page.getByText("You are done")).toBeVisible();
      await expect(page.getByRole("list", { name: "Items" })).toContainText("yes");
    });

    await test.step("the answers are annotations of the calls", async () => {
      interface Annotation {
        readonly weave_ref: string;
        readonly feedback_type: string;
        readonly payload: { readonly value: unknown };
        readonly annotation_ref: string;
      }
      const stored = async () =>
        ((await send(heddle.serviceUrl, "/feedback/query", { project_id: project })) as { result: Annotation[] })
          .result;
      const isCorrect = ({ feedback_type }: Annotation) => feedback_type === "wandb.annotation.Correct";
      const answers = async () => {
        const pairs = (await stored()).filter(isCorrect);
        const byCall = new Map(pairs.map(({ weave_ref, payload }) => [weave_ref.split("/").at(-1), payload.value]));
        return ids.map((id) => byCall.get(id));
      };
      // The page shows an answer while it is being stored.
      await expect.poll(answers).toEqual([true, false, false, true]);
      const result = await stored();
      const correct = result.filter(isCorrect);
      expect(correct[0]?.annotation_ref).toMatch(/^weave:\/\/\/.*\/object\/Correct:/);
      const better = result.filter(({ feedback_type }) => feedback_type === "wandb.annotation.Better-answer");
      expect(better.map(({ payload }) => payload.value)).toEqual(["heddle"]);
    });

    await test.step("preference pairs, in two presses", async () => {
      const queue = page.url();
      await page.getByRole("button", { name: "Use 4 results" }).click();
      await page.getByRole("menuitem", { name: "Preference pairs" }).click();
      await page.waitForURL(/\/tables\?/);
      await expect(page.getByText("Spelling-preferences").first()).toBeVisible();
      const pairs = page.getByRole("grid", { name: "Spelling-preferences" });
      await expect(pairs).toContainText("chosen");
      await expect(pairs.locator("tbody tr[aria-rowindex]")).toHaveCount(3);
      await page.goto(queue);
    });

    await test.step("rewards, in two presses", async () => {
      await page.getByRole("button", { name: "Use 4 results" }).click();
      await page.getByRole("menuitem", { name: /^Correct/ }).click();
      await expect(fact(page, "Trajectories")).toContainText("4");
      await expect(fact(page, "Groups")).toContainText("1");
      await expect(page.getByRole("combobox", { name: "Reward" })).toContainText("review.reward");
      await expect(page).not.toHaveURL(/picked=/);
      await registerBlank(page);
      await start(page);
      await expect(page.getByText("Completed")).toBeVisible({ timeout: JOB_MS });
      await page.getByRole("region", { name: "Lineage" }).getByRole("button", { name: "Show sources" }).click();
      const sources = page.getByRole("region", { name: "Job sources" }).getByRole("listitem");
      await expect(sources).toHaveText([/trajectory 0.*1/, /trajectory 1.*0/, /trajectory 2.*0/, /trajectory 3.*1/]);
    });

    await test.step("the rollouts of the job have the labels as rewards", async () => {
      await page
        .getByRole("region", { name: "Job sources" })
        .getByRole("link", { name: /trajectory 0/ })
        .click();
      await page.waitForURL(/\/rollouts\?group=0&trajectory=0/);
      await expect(page.getByRole("heading", { name: "Group 0", exact: true })).toBeVisible();
      const columns = page.getByRole("region", { name: "Trajectories side by side" });
      await expect(columns).toContainText("heddle");
      const rewards = [1, 0, 0, 1].map((reward, index) => new RegExp(`Trajectory ${index}\\D*${reward}`));
      await expect(columns.getByRole("heading", { name: /^Trajectory/ })).toHaveText(rewards);
    });
  },
);

test(
  "two reviewers see how far they agree, and each other's answers only after their own",
  heldBy(
    "app/(dashboard)/[workspace]/review/[queueId]/review-view.test.tsx",
    "hides what others answered until the reader has answered",
  ),
  async ({ page, heddle, project, joinAs }) => {
    await logCalls(heddle.serviceUrl, project, ANSWERS.slice(0, 2).map(modelCall));
    const slug = await makeWorkspace(page, heddle.url, project);
    await makeQueue(page, slug, { name: "Together", count: 2, reviewsPerItem: "2" });
    const address = page.url();
    await review(page, "hedle", "1");
    await review(page, "heddle", "1");
    await expect(page.getByText("You are done")).toBeVisible();

    const { page: other } = await joinAs("member");
    await other.goto(address);
    await expect(other.getByRole("list", { name: "To review" })).toContainText("hedle");
    await expect(rubric(other)).not.toContainText("Yes, ");
    await expect(rubric(other)).toContainText("Appears once two reviewers answered");
    await review(other, "hedle", "2");
    await review(other, "heddle", "1");
    await expect(other.getByText("You are done")).toBeVisible();
    await expect(rubric(other)).toContainText("50% of 2");
    await expect(other.getByRole("radio", { name: "Disagree 1" })).toBeVisible();
    await other.getByRole("list", { name: "Items" }).getByRole("button").first().click();
    await expect(rubric(other)).toContainText(/: Yes/);
  },
);

test(
  "says what is missing: no queues, no items, no such queue, no role, no support",
  heldBy(
    "app/(dashboard)/[workspace]/review/[queueId]/review-view.test.tsx",
    "distinguishes a missing queue, a failure, no items and a service without queues",
  ),
  async ({ page, heddle, project, bare, joinAs }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/review`);
    await expect(page.getByText("No review queues yet")).toBeVisible();
    await page.getByRole("button", { name: "New queue" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New review queue" });
    await dialog.getByRole("button", { name: "Create queue" }).click();
    await expect(dialog).toContainText("Enter a name.");
    await dialog.getByLabel("Name").fill("Empty");
    await dialog.getByRole("button", { name: "Create queue" }).click();
    await expect(page.getByText("Nothing to review yet")).toBeVisible();
    await page.goto(`/${slug}/review`);
    await expect(page.getByRole("row", { name: /Empty/ })).toContainText("0 of 0");
    await page.getByRole("searchbox", { name: "Search queues" }).fill("nothing");
    await expect(page.getByText("No queues match the search")).toBeVisible();
    await page.goto(`/${slug}/review/nowhere`);
    await expect(page.getByText("Review queue not found")).toBeVisible();
    const { page: viewer } = await joinAs("viewer");
    await viewer.goto(`${heddle.url}/${slug}/review`);
    await expect(viewer.getByRole("button", { name: "New queue" })).toBeDisabled();
    const other = await connectWorkspace(page, heddle.url, project, bare);
    await page.goto(`/${other}/review`);
    await expect(page.getByText("This connection does not support review queues")).toBeVisible();
  },
);
