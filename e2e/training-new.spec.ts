import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible";
import { join as joinAs } from "./support/invite";
import { chooseFile, fact, registerBlank, start } from "./support/new-training-job";
import { makeWorkspace } from "./support/open-workspace";
import { API_KEY } from "./support/run-heddle";
import { logCalls } from "./support/service-client";
import { expect, test } from "./support/test";

/** A job starts a program. */
const JOB_MS = 120_000;

let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-training-new-"));
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function askTraining(serviceUrl: string, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${serviceUrl}/v1/preview${path}`, { headers: { authorization: `Bearer ${API_KEY}` } });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}

async function openPage(page: Page, url: string, project: string, search = ""): Promise<string> {
  const slug = await makeWorkspace(page, url, project);
  await page.goto(`/${slug}/training/new${search}`);
  await expect(page.getByRole("heading", { name: "New training job", exact: true })).toBeVisible();
  return slug;
}

async function expectTrained(serviceUrl: string, jobId: string): Promise<void> {
  await expect
    .poll(async () => (await askTraining(serviceUrl, `/training-jobs/${jobId}`)).status, { timeout: JOB_MS })
    .toBe("completed");
  const job = await askTraining(serviceUrl, `/training-jobs/${jobId}`);
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

test("names what stops the job at its place, until it is typed or left out", async ({ page, heddle, project }) => {
  await openPage(page, heddle.url, project);
  const lines = [
    conversation(1, 1, "bags"),
    conversation(1, undefined, "seats"),
    conversation(2, 1, "refund"),
    { ...conversation(2, 0, "pets"), messages: [{ role: "user", content: "pets" }, 7] },
  ].map((line) => JSON.stringify(line));
  await chooseFile(page, fileOf("faulty.jsonl", [...lines, "{broken"].join("\n")));
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems).toContainText("2 stop the job");
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
  await expect(problems).toContainText("1 stop the job");
  await expect(fact(page, "Reward mean")).toContainText("0.625");
  await page.getByRole("button", { name: "Read group 0, trajectory 1" }).click();
  await expect(page.getByRole("dialog")).toContainText("About seats");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Leave out group 1" }).click();
  await expect(problems).toContainText("0 stop the job");
  await expectAccessible(page);
  const jobId = await start(page);
  await expectTrained(heddle.serviceUrl, jobId);
});

test("logs trajectories under a split instead of training", async ({ page, heddle, project }) => {
  await openPage(page, heddle.url, project);
  const lines = [conversation(1, 1, "a"), conversation(1, 0, "b")].map((line) => JSON.stringify(line));
  await chooseFile(page, fileOf("log.jsonl", lines.join("\n")));
  await registerBlank(page);
  await page.getByText("Log only").click();
  await page.getByLabel("split").fill("test");
  await page.getByRole("button", { name: "Log trajectories" }).click();
  await expect(page.getByText("2 trajectories logged", { exact: true })).toBeVisible();
  const model = new URL(page.url()).searchParams.get("model");
  const { data } = (await askTraining(heddle.serviceUrl, `/models/${model}/checkpoints`)) as {
    data: { metrics: Record<string, number> }[];
  };
  expect(Object.keys(data[0]?.metrics ?? {}).some((name) => name.startsWith("test/"))).toBe(true);
});

test("makes trajectories of the traces of selected calls", async ({ page, heddle, project }) => {
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
});

test("a viewer is told that nothing can be started, and a project without threads what makes one", async ({
  page,
  heddle,
  project,
  browser,
}) => {
  await openPage(page, heddle.url, project, "?source=threads");
  await expect(page.getByText("No threads yet")).toBeVisible();
  const address = page.url();
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: heddle.url });
  const viewer = await context.newPage();
  await joinAs(viewer, heddle, "viewer");
  await viewer.goto(address);
  await expect(viewer.getByRole("heading", { name: "This is not permitted" })).toBeVisible();
  await context.close();
});

test("a phone reads the draft without scrolling sideways", async ({ page, heddle, project }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, heddle.url, project);
  const lines = [conversation(1, 1, "a"), conversation(1, 0, "b")].map((line) => JSON.stringify(line));
  await chooseFile(page, fileOf("phone.jsonl", lines.join("\n")));
  await expect(fact(page, "Groups")).toContainText("1");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
