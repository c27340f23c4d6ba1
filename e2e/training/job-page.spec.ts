import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { test as base, expect } from "@/e2e/support/test";
import { registerModel, spelling, startJob } from "@/e2e/support/training-client";

const script = fileURLToPath(new URL("../../test/trainer/scripted-trainer.mjs", import.meta.url));
const env = { HEDDLE_TRAINER: `"${process.execPath}" "${script}"`, HEDDLE_TRAINER_MODELS: "tiny" };

let running: Heddle;
let folder: string;

/** A product whose trainer follows a job's settings, on a folder that survives a restart. */
const test = base.extend<object, { heddle: Heddle }>({
  heddle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      folder = mkdtempSync(join(tmpdir(), "heddle-e2e-job-"));
      running = await runHeddle({ env, dataFolder: join(folder, "data") });
      await use(running);
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

/** Stops the product cleanly and starts it again: same folder, same addresses. */
async function restart(whileAway: () => Promise<void>): Promise<void> {
  const { url, serviceUrl, dataFolder } = running;
  await running.stop();
  await whileAway();
  const ports = { PORT: new URL(url).port, HEDDLE_SERVICE_PORT: new URL(serviceUrl).port };
  running = await runHeddle({ dataFolder, env: { ...env, ...ports } });
}

/** Starts a job of a model of its own whose trainer does these steps. */
async function startScripted(
  serviceUrl: string,
  project: string,
  name: string,
  script: readonly unknown[],
  settings: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const modelId = await registerModel(serviceUrl, project, name, "tiny");
  const group = { trajectories: [spelling("a", 1), spelling("b", 0)] };
  return await startJob(serviceUrl, modelId, [group], { ...settings, script });
}

const say = (type: string, data: Readonly<Record<string, unknown>>) => ({ say: { type, data } });
const started = (count: number) => say("training_started", { num_sequences: count });
const step = (index: number, more: Readonly<Record<string, number>> = {}) =>
  say("gradient_step", { loss: 1 / (index + 1), reward: index / 100, ...more });
const steps = (count: number, more?: Readonly<Record<string, number>>) =>
  Array.from({ length: count }, (_, index) => step(index, more));
const checkpoint = [{ write: ["weights", "none"] }, { say: { type: "checkpoint", metrics: {} } }];

const foot = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test(
  "a failed job shows the reason: its trainer's message, and how a silent program ended",
  heldBy(
    "app/(dashboard)/[workspace]/training/[jobId]/job-view.test.tsx",
    "shows why a job failed, and keeps the steps before",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const said = await startScripted(heddle.serviceUrl, project, "said", [
      ...[started(4), step(0)],
      say("training_failed", { error_message: "The reward model gave no answer." }),
    ]);
    const silent = await startScripted(heddle.serviceUrl, project, "silent", [
      ...[started(4), step(0), step(1)],
      ...[{ complain: "CUDA out of memory\n" }, { exit: 3 }],
    ]);
    await page.goto(`/${slug}/training/${said}`);
    await expect(foot(page, "3 events, job ended")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("alert").filter({ hasText: "The reward model gave no answer." })).toBeVisible();
    await expect(page.getByText("Failed", { exact: true }).first()).toBeVisible();
    await page.goto(`/${slug}/training/${silent}`);
    await expect(foot(page, "4 events, job ended")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("alert").filter({ hasText: "CUDA out of memory" })).toBeVisible();
    // Step 1 was planned, and never happened.
    await expect(page.getByRole("term").filter({ hasText: "Checkpoint" }).locator("..")).toContainText("–");
  },
);

test(
  "the events of a long job arrive as a stream, and a finished job is loaded again when it is opened",
  heldBy("lib/training/events/job-follower.test.ts", "reads stored events as a stream, and later ones in pages"),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const job = await startScripted(heddle.serviceUrl, project, "long", [
      ...[started(1500), ...steps(1500), ...checkpoint],
    ]);
    await page.goto(`/${slug}/training/${job}`);
    await expect(foot(page, "1,502 events, job ended")).toBeVisible({ timeout: 60_000 });
    const pages: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/trainingJobs.events")) pages.push(request.url());
    });
    await page.reload();
    await expect(foot(page, "1,502 events, job ended")).toBeVisible({ timeout: 60_000 });
    expect(pages).toEqual([]);
    await page.getByRole("radio", { name: "All", exact: true }).click();
    const list = page.getByRole("region", { name: "List of events" });
    await list.getByRole("button", { name: /^Gradient step 3\b/ }).click();
    await expect(list.getByText('"reward": 0.02')).toBeVisible();
    expect(pages).toHaveLength(1);
    await page.getByRole("slider", { name: "EMA" }).press("Home");
    await expect(page.getByRole("region", { name: "reward", exact: true })).toContainText("14.99");
  },
);

test(
  "jobs selected in the list are overlaid, with their values and their differences",
  heldBy("app/(dashboard)/[workspace]/training/compare/compare-jobs-view.test.tsx", "overlays the jobs of the address"),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const settings = { learning_rate: 0.05, loss_fn: "ppo" };
    const base = [started(30), ...steps(30), ...checkpoint];
    const quick = [started(20), ...steps(20, { kl_div: 0.01 }), ...checkpoint];
    const first = await startScripted(heddle.serviceUrl, project, "careful", base, settings);
    const second = await startScripted(heddle.serviceUrl, project, "quick", quick, { ...settings, learning_rate: 0.2 });
    const third = await startScripted(
      heddle.serviceUrl,
      project,
      "broken",
      [started(9), step(0), { exit: 1 }],
      settings,
    );
    await page.goto(`/${slug}/training`);
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await expect(row("broken")).toContainText("Failed", { timeout: 30_000 });
    await row("careful").getByRole("checkbox").click();
    await expect(page.getByRole("region", { name: "Selection" })).toContainText("select another job to compare");
    await row("quick").getByRole("checkbox").click();
    await page.getByRole("link", { name: /^Compare jobs/ }).click();
    await page.waitForURL(/\/training\/compare\?/);
    expect(new URL(page.url()).searchParams.get("jobs")).toBe(`${first},${second}`);

    await expect(foot(page, "54 events, 2 jobs ended")).toBeVisible({ timeout: 30_000 });
    const metrics = page.getByRole("region", { name: "Metrics" });
    await expect(metrics.getByRole("region")).toHaveCount(3);
    await expect(metrics.getByRole("region", { name: "kl_div" }).getByRole("listitem")).toHaveCount(1);
    const values = page.getByRole("table", { name: "Values" });
    await expect(values.getByRole("row", { name: /^reward/ })).toContainText("0.290");
    await expect(values.getByRole("row", { name: /^reward/ })).toContainText("best 0.190 at step 20");
    await expect(values.getByRole("row", { name: /^kl_div/ })).toContainText("–");
    const apart = page.getByRole("table", { name: "Settings" });
    await expect(apart.getByRole("row", { name: /^learning_rate/ })).toContainText("0.05");
    await expect(apart.getByRole("row", { name: /^loss_fn/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Show equal settings" }).click();
    await expect(apart.getByRole("row", { name: /^loss_fn/ })).toContainText("ppo");

    await page.getByRole("button", { name: /^Hide quick/ }).click();
    await expect(metrics.getByRole("region", { name: "reward" }).getByRole("listitem")).toHaveCount(1);
    await page.getByRole("button", { name: /^Hide quick/ }).click();
    await page.getByRole("button", { name: "Add job" }).click();
    await page
      .getByRole("list", { name: "Jobs" })
      .getByRole("button", { name: /broken/ })
      .click();
    await expect(page).toHaveURL(new RegExp(third));
    await expect(page.getByText("broken", { exact: true }).first()).toBeVisible();
    await expect(foot(page, "3 jobs ended")).toBeVisible();
    await page.reload();
    await expect(foot(page, "57 events, 3 jobs ended")).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: /^Remove careful/ }).click();
    await expect(foot(page, "25 events, 2 jobs ended")).toBeVisible();

    await page.goto(`/${slug}/training/compare?jobs=${first},0199a7c2-0000-7000-8000-000000000000`);
    await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
    await expect(metrics.getByRole("region", { name: "reward" })).toBeVisible();
    await page.goto(`/${slug}/training/compare`);
    await expect(page.getByRole("heading", { name: "No jobs to compare yet" })).toBeVisible();
  },
);

test(
  "a page that loses its network, and a product that is restarted, lose and duplicate no event",
  heldBy("lib/training/events/job-follower.test.ts", "keeps its events while the service is down"),
  async ({ page, heddle, project, context }) => {
    test.setTimeout(240_000);
    const slug = await makeWorkspace(page, heddle.url, project);
    const more = join(folder, "more");
    const job = await startScripted(heddle.serviceUrl, project, "watched", [
      ...[started(90), ...steps(2), { wait: more }, ...steps(40), { hang: 0 }],
    ]);
    await page.goto(`/${slug}/training/${job}`);
    await expect(foot(page, "3 events, listening")).toBeVisible({ timeout: 30_000 });
    await context.setOffline(true);
    await expect(page.getByText("The service is unavailable:")).toBeVisible({ timeout: 30_000 });
    writeFileSync(more, "go on");
    await context.setOffline(false);
    await expect(foot(page, "43 events, listening")).toBeVisible({ timeout: 60_000 });

    // It waits for the running job, and runs after the restart.
    const next = await startScripted(heddle.serviceUrl, project, "waiting", [started(3), ...steps(3), ...checkpoint]);
    await page.goto(`/${slug}/training/${next}`);
    await expect(foot(page, "0 events, listening")).toBeVisible({ timeout: 30_000 });
    await restart(async () => {
      await expect(page.getByText("The service is unavailable:")).toBeVisible({ timeout: 30_000 });
      await expect(foot(page, "0 events, service unavailable, retrying")).toBeVisible();
    });
    await expect(foot(page, "5 events, job ended")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("complementary", { name: "Events" })).toContainText("3 gradient steps, 1 to 3");

    // The other one ended with its service, and its last event says so.
    await page.goto(`/${slug}/training/${job}`);
    await expect(foot(page, "44 events, job ended")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("complementary", { name: "Events" })).toContainText("42 gradient steps, 1 to 42");
    await expect(page.getByRole("alert").filter({ hasText: "The service was stopped" })).toBeVisible();
  },
);
