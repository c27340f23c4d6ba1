import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { chooseFile, fact, registerBlank, start } from "@/e2e/support/new-training-job";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";
import { ask } from "@/e2e/support/training-client";

/** A job starts a program. */
const JOB_MS = 120_000;

async function openPage(page: Page, url: string, project: string, search = ""): Promise<string> {
  const slug = await makeWorkspace(page, url, project);
  await page.goto(`/${slug}/training/new${search}`);
  await expect(page.getByRole("heading", { name: "New training job", exact: true })).toBeVisible();
  return slug;
}

async function expectTrained(serviceUrl: string, jobId: string): Promise<void> {
  await expect
    .poll(async () => (await ask(serviceUrl, "GET", `/training-jobs/${jobId}`)).status, { timeout: JOB_MS })
    .toBe("completed");
  const job = await ask(serviceUrl, "GET", `/training-jobs/${jobId}`);
  expect(job).toMatchObject({ step: 1, checkpoint_id: expect.any(String) });
}

const conversation = (task: number, reward: number | undefined, text: string) => ({
  task_id: task,
  reward,
  messages: [
    { role: "user", content: text },
    { role: "assistant", content: `About ${text}` },
  ],
});

test(
  "groups by hand: a trajectory is moved to another group, and back",
  heldBy("app/(dashboard)/[workspace]/training/new/draft/use-draft.test.tsx", "moves trajectories to another group"),
  async ({ page, heddle, project, fileOf }) => {
    await openPage(page, heddle.url, project);
    const lines = [conversation(1, 1, "bags"), conversation(1, 0, "seats"), conversation(2, 1, "refund")];
    await chooseFile(page, fileOf("by-hand.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")));
    await page.getByRole("button", { name: "Group 0, 2 trajectories" }).click();
    await page.getByRole("button", { name: "Move group 0, trajectory 1" }).click();
    await page.getByRole("textbox", { name: "Into group" }).fill("1");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Group 0, 1 trajectory" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Group 1, 2 trajectories" })).toBeVisible();
    await expect(page.getByText("1 moved by hand")).toBeVisible();
    await expect.poll(async () => (await keptChoices(page))?.moves.length).toBe(1);

    await page.reload();
    await expect(page.getByRole("button", { name: "Group 1, 2 trajectories" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: "Group 0, 2 trajectories" })).toBeVisible();
  },
);

test(
  "shows each error at its path until it is fixed or excluded",
  heldBy(
    "app/(dashboard)/[workspace]/training/new/sources/read-file.test.ts",
    "reads lines of groups and continues after an invalid line",
  ),
  async ({ page, heddle, project, fileOf }) => {
    await openPage(page, heddle.url, project);
    const lines = [
      conversation(1, 1, "bags"),
      conversation(1, undefined, "seats"),
      conversation(2, 1, "refund"),
      { ...conversation(2, 0, "pets"), messages: [{ role: "user", content: "pets" }, 7] },
    ].map((line) => JSON.stringify(line));
    await chooseFile(page, fileOf("faulty.jsonl", [...lines, "{broken"].join("\n")));
    const problems = page.getByRole("region", { name: "Problems" });
    await expect(problems).toContainText("2 errors");
    await expect(problems).toContainText("trajectory_groups[0].trajectories[1].reward");
    await expect(problems).toContainText("trajectory_groups[1].trajectories[1].messages_and_choices[1]");
    await expect(problems).toContainText("faulty.jsonl, line 4");
    await expect(problems).toContainText("faulty.jsonl, line 5");
    await registerBlank(page);
    await expect(page.getByRole("button", { name: "Start training" })).toBeDisabled();
    await expect(page.getByText("Fix 2 errors first")).toBeVisible();

    await page.getByRole("button", { name: "Group 0, 2 trajectories" }).click();
    await page.getByLabel("Reward of group 0, trajectory 1").fill("0.5");
    await page.getByLabel("Reward of group 0, trajectory 1").press("Enter");
    await expect(problems).toContainText("1 error,");
    await expect(fact(page, "Reward mean")).toContainText("0.625");
    await page.getByRole("button", { name: "Open group 0, trajectory 1" }).click();
    await expect(page.getByRole("dialog")).toContainText("About seats");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Exclude group 1" }).click();
    await expect(problems).toContainText("0 errors");
    const jobId = await start(page);
    await expectTrained(heddle.serviceUrl, jobId);
  },
);

test(
  "keeps the draft over a reload, saves it as a file that can be loaded, and deletes it when it is discarded",
  heldBy(
    "app/(dashboard)/[workspace]/training/new/keep/restore-draft.test.ts",
    "restores a source with all of its parts in order",
  ),
  async ({ page, heddle, project, fileOf }) => {
    await openPage(page, heddle.url, project);
    const lines = [
      conversation(1, 1, "bags"),
      conversation(1, undefined, "seats"),
      conversation(2, 1, "refund"),
      conversation(2, 0, "pets"),
      conversation(3, 1, "meals"),
    ].map((line) => JSON.stringify(line));
    await chooseFile(page, fileOf("draft.jsonl", lines.join("\n")));
    await expect(fact(page, "Groups")).toContainText("3");
    const problems = page.getByRole("region", { name: "Problems" });
    await expect(problems).toContainText("trajectory_groups[0].trajectories[1].reward");
    await page.getByRole("button", { name: "Group 0, 2 trajectories" }).click();
    await page.getByLabel("Reward of group 0, trajectory 1").fill("0.25");
    await page.getByLabel("Reward of group 0, trajectory 1").press("Enter");
    await expect(problems).toContainText("0 errors");
    await page.getByRole("button", { name: "Exclude group 2" }).click();
    await page.getByLabel("learning_rate").fill("0.01");
    await expect(page.getByText(/Draft, saved in this browser at \d\d:\d\d/)).toBeVisible();
    await expect.poll(async () => (await keptChoices(page))?.config.learningRate).toBe("0.01");

    await page.reload();
    await expect(page.getByRole("list", { name: "Sources" })).toContainText("draft.jsonl");
    await expect(fact(page, "Groups")).toContainText("2");
    await expect(fact(page, "Reward mean")).toContainText("0.563");
    await expect(page.getByLabel("learning_rate")).toHaveValue("0.01");
    await page.getByRole("button", { name: "Group 0, 2 trajectories" }).click();
    await expect(page.getByLabel("Reward of group 0, trajectory 1")).toHaveValue("0.25");
    await page.getByRole("button", { name: "Open group 0, trajectory 1" }).click();
    await expect(page.getByRole("dialog")).toContainText("About seats");
    await page.getByRole("button", { name: "Close" }).click();

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save draft as JSON" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^draft-.*\.json$/);
    const file = fileOf("downloaded.json", readFileSync(await download.path(), "utf8"));
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      experimental_config: { learning_rate: 0.01 },
      trajectory_groups: [{ trajectories: [{ reward: 1 }, { reward: 0.25 }] }, {}],
    });

    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("No trajectories yet")).toBeVisible();
    await expect.poll(async () => (await keptChoices(page))?.config.learningRate).toBe("");
    await page.reload();
    await expect(page.getByText("No trajectories yet")).toBeVisible();
    await chooseFile(page, file);
    await expect(fact(page, "Groups")).toContainText("2");
    await expect(page.getByLabel("learning_rate")).toHaveValue("0.01");
    await expect(fact(page, "Reward mean")).toContainText("0.563");
  },
);

interface StoredChoices {
  readonly config: { readonly learningRate: string };
  readonly moves: readonly unknown[];
}

/** The choices of the draft that the browser saved last. */
const keptChoices = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<StoredChoices | undefined>((resolve, reject) => {
        const opening = indexedDB.open("heddle-training");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("draft").objectStore("draft").getAll();
          reading.onsuccess = () => resolve(reading.result[0]?.choices);
        };
      }),
  );

async function makeDataset(
  serviceUrl: string,
  project: string,
  name: string,
  rows: readonly object[],
): Promise<string> {
  const { digest } = (await send(serviceUrl, "/table/create", { table: { project_id: project, rows } })) as {
    digest: string;
  };
  const val = {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name,
    description: null,
    rows: `weave:///${project}/table/${digest}`,
  };
  await send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: name, val } });
  return digest;
}

test(
  "creates trajectories from a table, from its page or from its dataset, and the table shows the job",
  heldBy("app/(dashboard)/[workspace]/training/new/sources/use-sources.test.tsx", "is read from rows of a table"),
  async ({ page, heddle, project }) => {
    const rows = [conversation(1, 1, "a"), conversation(1, 0, "b"), conversation(2, 1, "c"), conversation(2, 0, "d")];
    const digest = await makeDataset(heddle.serviceUrl, project, "recorded", rows);
    const nested = rows.map(({ task_id: task, reward: score, messages }) => ({ task, score, run: { chat: messages } }));
    await makeDataset(heddle.serviceUrl, project, "scored", nested);
    const slug = await makeWorkspace(page, heddle.url, project);

    await page.goto(`/${slug}/training/new?source=table`);
    await page.getByRole("combobox", { name: "Dataset" }).click();
    await page.getByRole("option", { name: /^scored/ }).click();
    await expect(page.getByRole("combobox", { name: "Conversations in" })).toContainText("run.chat");
    await page.getByRole("button", { name: "Add rows" }).click();
    await expect(fact(page, "Trajectories")).toContainText("4");
    await expect(page.getByRole("combobox", { name: "Reward" })).toContainText("metadata.score");
    await page.getByRole("combobox", { name: "Group by" }).click();
    await page.getByRole("option", { name: /^metadata.task,/ }).click();
    await expect(fact(page, "Groups")).toContainText("2");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Discard" }).click();

    await page.goto(`/${slug}/tables?digest=${digest}`);
    await page.getByRole("link", { name: "Build trajectory groups" }).click();
    await expect(fact(page, "Trajectories")).toContainText("4");
    await expect(fact(page, "Groups")).toContainText("2");
    await registerBlank(page);
    const jobId = await start(page);
    await expectTrained(heddle.serviceUrl, jobId);
    await expect(page.getByRole("region", { name: "Lineage" })).toContainText("Trained on 4 table rows");
    await page.getByRole("button", { name: "Show sources" }).click();
    await expectAccessible(page);
    await page.getByRole("region", { name: "Job sources" }).getByRole("link", { name: /^row / }).first().click();
    await page.waitForURL(/\/tables\?/);
    await expect(page.getByRole("button", { name: "Trained in 1 job" })).toBeVisible();
    await page.goto(`/${slug}/tables?digest=${digest}`);
    await page.getByRole("button", { name: "Trained in 1 job" }).click();
    await expect(page.getByRole("dialog", { name: "Trained in 1 job" })).toContainText(
      "4 trajectories, first in group 0",
    );
  },
);

test(
  "explains a table without conversations, and a missing one",
  heldBy(
    "app/(dashboard)/[workspace]/training/new/sources/table-picker.test.tsx",
    "explains a table without conversations",
  ),
  async ({ page, heddle, project }) => {
    const digest = await makeDataset(heddle.serviceUrl, project, "plain", [{ question: "a", answer: "b" }]);
    await openPage(page, heddle.url, project, `?source=table&table=${digest}`);
    await expect(page.getByText("No column contains a conversation in every row")).toBeVisible();
    await page.getByLabel("Digest or ref of a table").fill("f".repeat(64));
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect(page.getByText("The table is empty or was not found.")).toBeVisible();
  },
);

test(
  "asks before it adds to an earlier draft, and registers the model with the start",
  heldBy(
    "app/(dashboard)/[workspace]/training/new/sources/use-sources.test.tsx",
    "wait until the user replaces the earlier draft",
  ),
  async ({ page, heddle, project }) => {
    const callOf = (thread: string, intent: string, reward: number) => ({
      op: "chat.completion",
      startedAt: new Date(),
      durationMs: 10,
      thread,
      attributes: { kind: "llm", intent, reward },
      inputs: { messages: [{ role: "user", content: `Bags of ${thread}?` }] },
      output: { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Two." } }] },
    });
    await logCalls(heddle.serviceUrl, project, [
      callOf("thr-a", "bags", 1),
      callOf("thr-b", "bags", 0),
      callOf("thr-c", "seats", 1),
      callOf("thr-d", "seats", 0),
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    const build = `/${slug}/training/new?threads=thr-a,thr-b,thr-c,thr-d`;
    await page.goto(build);
    await expect(fact(page, "Trajectories")).toContainText("4");
    await expect(page.getByText("4 groups of 1")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Group by intent" }).click();
    await expect(fact(page, "Groups")).toContainText("2");
    await expect(page.getByText(/Draft, saved in this browser/)).toBeVisible();

    await page.goto(build);
    const notice = page.getByRole("region", { name: "Earlier draft" });
    await expect(notice).toContainText("Your earlier draft has 4 trajectories");
    await expectAccessible(page);
    await notice.getByRole("button", { name: "Replace the draft" }).click();
    await expect(notice).toHaveCount(0);
    await expect(page).not.toHaveURL(/threads=/);
    await expect(fact(page, "Trajectories")).toContainText("4");
    await page.getByRole("button", { name: "Group by intent" }).click();
    await page.getByLabel("Base model", { exact: true }).fill("heddle/bytes-blank-1");
    const jobId = await start(page);
    await expectTrained(heddle.serviceUrl, jobId);
  },
);

test(
  "logs trajectories under a split instead of training",
  heldBy(
    "app/(dashboard)/[workspace]/training/new/request/use-submit.test.tsx",
    "logs trajectories of a split without starting a job",
  ),
  async ({ page, heddle, project, fileOf }) => {
    await openPage(page, heddle.url, project);
    const lines = [conversation(1, 1, "a"), conversation(1, 0, "b")].map((line) => JSON.stringify(line));
    await chooseFile(page, fileOf("log.jsonl", lines.join("\n")));
    await registerBlank(page);
    await page.getByText("Log only").click();
    await page.getByLabel("split").fill("test");
    await page.getByRole("button", { name: "Log trajectories" }).click();
    await expect(page.getByText("2 trajectories logged", { exact: true })).toBeVisible();
    const model = new URL(page.url()).searchParams.get("model");
    const { data } = (await ask(heddle.serviceUrl, "GET", `/models/${model}/checkpoints`)) as {
      data: { metrics: Record<string, number> }[];
    };
    expect(Object.keys(data[0]?.metrics ?? {}).some((name) => name.startsWith("test/"))).toBe(true);
  },
);

test(
  "creates trajectories from the traces of selected calls",
  heldBy("app/(dashboard)/[workspace]/training/new/sources/use-sources.test.tsx", "is read from the traces of calls"),
  async ({ page, heddle, project }) => {
    await logCalls(heddle.serviceUrl, project, [
      {
        op: "chat.completion",
        startedAt: new Date(),
        durationMs: 10,
        attributes: { kind: "llm", reward: 1 },
        inputs: { messages: [{ role: "user", content: "Bags?" }] },
        output: { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Two." } }] },
      },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    await page.getByRole("checkbox").nth(1).click();
    await page.getByRole("button", { name: "Build trajectory groups" }).click();
    await expect(fact(page, "Trajectories")).toContainText("1");
    await expect(fact(page, "Reward mean")).toContainText("1");
  },
);

test(
  "offers all threads of a project with a thousand of them",
  heldBy("app/(dashboard)/[workspace]/training/new/sources/thread-picker.test.tsx", "lists all threads of the service"),
  async ({ page, heddle, project }) => {
    const startedAt = new Date();
    await logCalls(
      heddle.serviceUrl,
      project,
      Array.from({ length: 1000 }, (_, index) => ({
        op: "turn",
        startedAt,
        durationMs: 5,
        thread: `thread-${String(index).padStart(4, "0")}`,
      })),
    );
    await openPage(page, heddle.url, project, "?source=threads");
    await expect(page.getByText("1,000 threads", { exact: true })).toBeVisible();
    await page.getByRole("textbox", { name: "Thread id" }).fill("thread-099");
    await expect(page.getByText("10 threads", { exact: true })).toBeVisible();
    await page.getByRole("checkbox", { name: "thread-0995" }).check();
    await expect(page.getByRole("button", { name: "Add 1", exact: true })).toBeEnabled();
  },
);
