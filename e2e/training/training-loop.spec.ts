import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/support/accessible";
import { HAS_SAMPLE, importSample, SAMPLE, WITHOUT_SAMPLE } from "@/e2e/support/airline-sample";
import { heldBy } from "@/e2e/support/held-by";
import { chooseFile, fact, registerBlank, start } from "@/e2e/support/new-training-job";
import { connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

/** The whole sample is imported, read and trained on twice, on two shared cores. */
const LOOP_MS = 600_000;

/** A job on the sample starts a program and reads a few million bytes. */
const JOB_MS = 180_000;

/** The page of a job draws its events as they arrive, to the end, without a reload. */
async function watchToTheEnd(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute("data-loaded-once", ""));
  await expect(page.getByRole("status").filter({ hasText: "events, job ended" })).toBeVisible({
    timeout: JOB_MS,
  });
  await expect(page.getByText("Completed")).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("gradient_step");
  await expect(page.getByRole("region", { name: "loss", exact: true })).toBeVisible();
  await expect(page.locator("html[data-loaded-once]")).toHaveCount(1);
}

test(
  "recorded conversations become a better model: as threads and as a file, watched, and compared with the base",
  heldBy("service/training/built-in.test.ts", "trains a checkpoint that answers as it was rewarded"),
  async ({ page, heddle, project }) => {
    test.skip(!HAS_SAMPLE, WITHOUT_SAMPLE);
    test.setTimeout(LOOP_MS);
    await importSample(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);

    await test.step("the imported threads become a job", async () => {
      await page.goto(`/${slug}/threads?t=all`);
      await expect(page.getByText("200 threads in")).toBeVisible();
      await page.getByRole("button", { name: "Build trajectory groups" }).click();
      await expect(fact(page, "Trajectories")).toContainText("200", { timeout: 60_000 });
      await expect(fact(page, "Groups")).toContainText("50");
      await expect(fact(page, "Messages")).toContainText("5,308");
      await expect(fact(page, "Zero variance")).toContainText("24 groups");
      await expect(page.getByRole("combobox", { name: "Group by" })).toContainText("metadata.task_id");
      await expect(page.getByRole("combobox", { name: "Reward" })).toContainText("feedback.reward.value");
      await registerBlank(page);
      await start(page);
      await watchToTheEnd(page);
    });

    await test.step("the file becomes a job of the same model", async () => {
      await page.goto(`/${slug}/training/new?view=rewards`);
      await expect(page.getByText("No trajectories yet")).toBeVisible();
      await chooseFile(page, SAMPLE);
      await expect(fact(page, "Groups")).toContainText("50");
      await expect(fact(page, "Trajectories")).toContainText("200");
      await expect(fact(page, "Zero variance")).toContainText("24 groups");
      await expect(page.getByRole("region", { name: "24 groups with zero variance" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Rewards" }).getByRole("listitem")).toHaveText([
        /116 with reward 0/,
        /84 with reward 1/,
      ]);
      await expectAccessible(page);
      const model = page.getByRole("combobox", { name: "Model" });
      await model.click();
      await page.getByRole("option").first().click();
      await expect(page.getByText("newest: step 1")).toBeVisible();
      await start(page);
      await watchToTheEnd(page);
    });

    await test.step("the checkpoint answers next to the base", async () => {
      await page.getByRole("link", { name: "Chat with step 2" }).first().click();
      await page.waitForURL(/\/playground/);
      await page.getByRole("textbox", { name: "Message 2", exact: true }).fill("I want to change my flight.");
      await page.getByRole("button", { name: "Run all" }).click();
      for (const step of [2, 0]) {
        const answer = page.getByRole("region", { name: new RegExp(`^Answer of .*:step${step}$`) });
        await expect(answer.getByRole("img", { name: "ok", exact: true })).toBeVisible({ timeout: 60_000 });
        await expect(answer.getByRole("alert")).toHaveCount(0);
      }
    });
  },
);

test("a thread leads to the job, its checkpoint, its answers and the calls to it, and back", async ({
  page,
  heddle,
  project,
}) => {
  const callOf = (thread: string, reward: number, content: string) => ({
    op: "chat.completion",
    startedAt: new Date(),
    durationMs: 10,
    thread,
    attributes: { kind: "llm", task_id: 1, reward },
    inputs: { messages: [{ role: "user", content: "Spell it." }] },
    output: { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }] },
  });
  await logCalls(heddle.serviceUrl, project, [callOf("thr-good", 1, "heddle"), callOf("thr-bad", 0, "#######")]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/training/new?threads=thr-good,thr-bad`);
  await expect(fact(page, "Trajectories")).toContainText("2");
  await expect(page).not.toHaveURL(/threads=/);
  await registerBlank(page);
  const jobId = await start(page);
  const job = new RegExp(`/training/${jobId}$`);
  await expect(page.getByText("Completed")).toBeVisible({ timeout: JOB_MS });

  const lineage = page.getByRole("region", { name: "Lineage" });
  await expect(lineage).toContainText("Trained on 2 threads");
  await lineage.getByRole("button", { name: "Show sources" }).click();
  const sources = page.getByRole("region", { name: "Job sources" });
  await expect(sources.getByRole("listitem")).toHaveText([
    /thr-good.*group 0, trajectory 0.*1/,
    /thr-bad.*trajectory 1.*0/,
  ]);
  await sources.getByRole("link", { name: "group 0, trajectory 0" }).click();
  await page.waitForURL(/\/rollouts\?group=0&trajectory=0/);
  await page.getByRole("link", { name: "from thread thr-good" }).click();
  await expect(page.getByRole("heading", { name: "thr-good" })).toBeVisible();
  await page.getByRole("button", { name: "Trained in 1 job" }).click();
  const trained = page.getByRole("dialog", { name: "Trained in 1 job" });
  await expect(trained).toContainText("group 0, reward 1");
  await trained.getByRole("link", { name: "its model" }).click();
  await expect(page.getByRole("button", { name: "Trained on 2 threads" })).toBeVisible();
  const copied = page
    .getByRole("table", { name: "Checkpoints" })
    .getByRole("row")
    .filter({ hasText: /^1\D*newest/ });
  await copied.getByRole("link", { name: "Chat" }).click();
  await page.waitForURL(/\/playground\?model=/);
  const address = new URL(page.url()).searchParams.get("model") ?? "";
  expect(address).toMatch(/:step1$/);

  await page.getByRole("textbox", { name: "Message 2", exact: true }).fill("Spell it.");
  await page.keyboard.press("ControlOrMeta+Enter");
  for (const step of [1, 0]) {
    const answer = page.getByRole("region", { name: new RegExp(`^Answer of .*:step${step}$`) });
    await expect(answer.getByRole("img", { name: "ok", exact: true })).toBeVisible();
    await expect(answer.getByRole("alert")).toHaveCount(0);
  }
  const inputs = { model: address, messages: [{ role: "user", content: "Spell it." }] };
  const answer = await send(heddle.serviceUrl, "/completions/create", { project_id: project, inputs });
  const { weave_call_id: callId } = answer as { weave_call_id: string };
  await page.goto(`/${slug}/traces/${callId}?tab=summary`);
  await expect(page.getByText(/step 1 of .*, from job/)).toBeVisible();
  await page.getByRole("link", { name: jobId.slice(-8) }).click();
  await expect(page).toHaveURL(job);
  await lineage.getByRole("link", { name: "Calls to step 1" }).click();
  // The calls of the playground have an op of their own.
  await expect(page.getByRole("row", { name: /completions_create/ })).toHaveCount(1);
});

test.describe("a service with only the interface's operations", () => {
  test(
    "trains on a table, and the dashboard remembers the sources of the job",
    heldBy("test/faults/relay-lineage.test.ts", "the sources of a job are planned by members"),
    async ({ page, heddle, project, bare }) => {
      const chat = [
        { role: "user", content: "Bags?" },
        { role: "assistant", content: "Two." },
      ];
      bare.stored.tables.set("recorded-table", [
        { digest: "row-a", val: { task: 1, score: 1, chat } },
        { digest: "row-b", val: { task: 1, score: 0, chat } },
      ]);
      const slug = await connectWorkspace(page, heddle.url, project, bare);
      await page.goto(`/${slug}/training/new?source=table&table=recorded-table`);
      await expect(page.getByRole("combobox", { name: "Conversations in" })).toContainText("chat");
      await page.getByRole("button", { name: "Add rows" }).click();
      await expect(fact(page, "Trajectories")).toContainText("2");
      await expect(fact(page, "Groups")).toContainText("1");
      await page.getByLabel("model_id").fill("m1");
      await start(page);
      await expect(page.getByRole("region", { name: "Lineage" })).toContainText("Trained on 2 table rows");
      await page.goto(`/${slug}/tables?digest=recorded-table`);
      await page.getByRole("button", { name: "Trained in 1 job" }).click();
      await expect(page.getByRole("dialog", { name: "Trained in 1 job" })).toContainText(
        "2 trajectories, first in group 0",
      );
      await expectAccessible(page);
    },
  );
});
