import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Writable } from "node:stream";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { importCommand } from "@/scripts/commands/import-command";
import { join as joinAs } from "./support/invite";
import { makeWorkspace } from "./support/open-workspace";
import { API_KEY } from "./support/run-heddle";
import { logCalls } from "./support/service-client";
import { expect, test } from "./support/test";

const SAMPLE = resolve("../shared/data/airline-trajectories.json");
const WITHOUT_SAMPLE = "the recorded airline conversations are not beside this folder";

/** The whole sample is read, trained on, and looked at in both themes, where two cores are shared. */
const SAMPLE_MS = 360_000;

/** A job on the sample starts a program and reads a few million bytes. */
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

const chooseFile = (page: Page, file: string) => page.getByLabel("Choose files of trajectories").setInputFiles(file);

/** A figure of what would be sent. */
const fact = (page: Page, name: string) =>
  page
    .getByLabel("What would be sent")
    .locator("div")
    .filter({ has: page.getByText(name, { exact: true }) });

async function registerBlank(page: Page): Promise<void> {
  await page.getByLabel("Base model", { exact: true }).fill("heddle/bytes-blank-1");
  await page.getByRole("button", { name: "Register model" }).click();
  await expect(page.getByText("newest: step 0")).toBeVisible();
}

/** Starts the job of the page and answers its id, which stands in the address. */
async function start(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Start training" }).click();
  await page.waitForURL(/\/training\/(?!new)[^/?]+/, { timeout: 60_000 });
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

async function expectTrained(serviceUrl: string, jobId: string): Promise<void> {
  await expect
    .poll(async () => (await askTraining(serviceUrl, `/training-jobs/${jobId}`)).status, { timeout: JOB_MS })
    .toBe("completed");
  const job = await askTraining(serviceUrl, `/training-jobs/${jobId}`);
  expect(job).toMatchObject({ step: 1, checkpoint_id: expect.any(String) });
}

async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [scheme, id, nodes.map(({ html }) => html)])).toEqual([]);
  }
}

test("makes a job of the recorded conversations in a file, whose reward bench shows the groups without spread", async ({
  page,
  heddle,
  project,
}) => {
  test.skip(!existsSync(SAMPLE), WITHOUT_SAMPLE);
  test.setTimeout(SAMPLE_MS);
  await openPage(page, heddle.url, project, "?view=rewards");
  await expect(page.getByText("No trajectories yet")).toBeVisible();
  await chooseFile(page, SAMPLE);
  await expect(fact(page, "Groups")).toContainText("50");
  await expect(fact(page, "Trajectories")).toContainText("200");
  await expect(fact(page, "Zero variance")).toContainText("24 groups");
  await expect(page.getByRole("region", { name: "24 groups without spread" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Rewards" }).getByRole("listitem")).toHaveText([
    /116 with reward 0/,
    /84 with reward 1/,
  ]);
  await expectAccessible(page);
  await registerBlank(page);
  const jobId = await start(page);
  await expectTrained(heddle.serviceUrl, jobId);
});

test("makes a job of imported threads, grouped by their task with the rewards of their feedback", async ({
  page,
  heddle,
  project,
}) => {
  test.skip(!existsSync(SAMPLE), WITHOUT_SAMPLE);
  test.setTimeout(SAMPLE_MS);
  await importCommand([SAMPLE, "--project", project], {
    serviceUrl: heddle.serviceUrl,
    key: API_KEY,
    out: new Writable({ write: (_chunk, _encoding, done) => done() }),
    errors: process.stderr,
    signal: new AbortController().signal,
  });
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/threads?t=all`);
  await expect(page.getByText("200 threads in")).toBeVisible();
  await page.getByRole("button", { name: "Build trajectory groups" }).click();
  await expect(fact(page, "Trajectories")).toContainText("200", { timeout: 60_000 });
  await expect(fact(page, "Groups")).toContainText("50");
  await expect(fact(page, "Zero variance")).toContainText("24 groups");
  await expect(fact(page, "Messages")).toContainText("5,308");
  await expect(page.getByRole("combobox", { name: "Reward" })).toContainText("feedback.reward.value");
  await registerBlank(page);
  const jobId = await start(page);
  await expectTrained(heddle.serviceUrl, jobId);
});

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
