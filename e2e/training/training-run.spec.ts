import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { send } from "@/e2e/support/service-client";
import { test as base, expect } from "@/e2e/support/test";

let running: Heddle;

/** A product with the built-in trainer, on a folder that survives a restart. */
const test = base.extend<object, { heddle: Heddle }>({
  heddle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "heddle-e2e-run-"));
      running = await runHeddle({ dataFolder: join(folder, "data") });
      await use(running);
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

/** Stops the product cleanly and starts it again: same folder, same addresses. */
async function restart(): Promise<void> {
  const { url, serviceUrl, dataFolder } = running;
  await running.stop();
  const env = { PORT: new URL(url).port, HEDDLE_SERVICE_PORT: new URL(serviceUrl).port };
  running = await runHeddle({ dataFolder, env });
}

/** The iterations of the small agent. */
const ITERATIONS = 12;

/** The built-in trainer fits its base model to text before the first iteration, possibly on a busy machine. */
const ITERATIONS_TIMEOUT_MS = 300_000;

const progress = (page: Page) => page.getByRole("progressbar", { name: /iterations done$/ });

/** Waits until a number of iterations is done. */
async function untilDone(page: Page, iterations: number): Promise<void> {
  await expect
    .poll(async () => Number(await progress(page).getAttribute("aria-valuenow")), { timeout: ITERATIONS_TIMEOUT_MS })
    .toBeGreaterThanOrEqual(iterations);
}

const state = (page: Page, word: string) => page.getByRole("status").filter({ hasText: new RegExp(`^${word}$`) });

/** Expects each rollout of a column to have a trace that the service can read, by the model of its iteration. */
async function expectTraces(column: Locator, project: string, step: number): Promise<void> {
  const links = column.getByRole("link", { name: /^Trace of rollout/ });
  await expect(links).toHaveCount(8);
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  const ids = hrefs.map((href) => href.split("/").at(-1));
  expect(new Set(ids).size).toBe(8);
  for (const id of ids) {
    const { call } = (await send(running.serviceUrl, "/call/read", { project_id: project, id })) as {
      call: { ended_at: string | null; attributes: unknown };
    };
    expect(call.ended_at).not.toBeNull();
    expect(call.attributes).toMatchObject({ heddle: { step } });
  }
}

/** The mean reward of an iteration, as its row shows it. */
async function rewardOf(page: Page, iteration: number): Promise<number> {
  const row = page
    .getByRole("table", { name: "Iterations", exact: true })
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: `Compare iteration ${iteration} with the first` }) });
  return Number.parseFloat(await row.getByRole("cell").nth(1).innerText());
}

test(
  "a run started with one click learns, continues after a restart, and links to rollouts, traces and a chat",
  heldBy("service/training/training-runs/runner/training-runs.test.ts", "sampled from the newest checkpoint each time"),
  async ({ page, heddle, project }) => {
    test.setTimeout(900_000);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/start`);
    await page.getByRole("button", { name: "Train a small agent" }).click();
    await page.waitForURL(/\/runs\/[0-9a-f-]+$/, { timeout: 60_000 });
    await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
    await untilDone(page, 2);

    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect(state(page, "Paused")).toBeVisible({ timeout: 120_000 });
    const before = Number(await progress(page).getAttribute("aria-valuenow"));
    await restart();
    await page.reload();
    await expect(state(page, "Paused")).toBeVisible({ timeout: 60_000 });
    expect(Number(await progress(page).getAttribute("aria-valuenow"))).toBeGreaterThanOrEqual(before);
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await untilDone(page, before + 1);
    await untilDone(page, before + 3);
    await expect(page.getByRole("region", { name: "Reward mean" })).toContainText(/\d\.\d{3}/);
    await expect(state(page, "Finished")).toBeVisible({ timeout: ITERATIONS_TIMEOUT_MS });
    await untilDone(page, ITERATIONS);
    await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Rising");
    expect(await rewardOf(page, ITERATIONS)).toBeGreaterThan((await rewardOf(page, 1)) + 0.2);
    await expectAccessible(page);
    await expectFitsPhone(page);

    const earlier = page.getByRole("region", { name: "Rollouts of iteration 1", exact: true });
    await expect(earlier.getByRole("listitem")).toHaveCount(8);
    const later = page.getByRole("region", { name: `Rollouts of iteration ${ITERATIONS}`, exact: true });
    await expect(later.getByRole("listitem")).toHaveCount(8);
    await page
      .getByRole("list", { name: "Tasks" })
      .getByRole("button", { name: /Can I add a bag/ })
      .click();
    await expect(page).toHaveURL(/task=/);
    await expectTraces(earlier, project, 0);
    await expectTraces(later, project, ITERATIONS - 1);
    const runUrl = page.url();
    await later.getByRole("link", { name: "Trace of rollout 1" }).click();
    await page.waitForURL(/\/traces\//);
    await expect(page.getByText("score.right_tool").first()).toBeVisible({ timeout: 30_000 });

    await page.goto(runUrl);
    // An iteration measures the checkpoint of the one before; the first one measures the base model.
    const rewards: number[] = [];
    for (let iteration = 2; iteration <= ITERATIONS; iteration += 1) rewards.push(await rewardOf(page, iteration));
    const best = rewards.indexOf(Math.max(...rewards)) + 1;
    await page
      .getByRole("link", { name: `Chat with step ${best}`, exact: true })
      .first()
      .click();
    await page.waitForURL(/\/playground\?/);
    await expect(page.getByRole("textbox", { name: "Message 1", exact: true })).toHaveValue(/reservation/);
    await page.keyboard.press("ControlOrMeta+Enter");
    const answer = page.getByRole("region", { name: new RegExp(`^Answer of wandb-artifact:.*:step${best}$`) });
    await expect(answer).toHaveCount(1);
    await expect(answer).not.toContainText("Not run yet");
    await expect(answer.getByRole("progressbar")).toHaveCount(0, { timeout: 60_000 });
    await expect(answer.getByRole("alert")).toHaveCount(0);

    await page.goto(`/${slug}/runs`);
    const row = page.getByRole("table", { name: "Training runs" }).getByRole("row").filter({ hasText: "Finished" });
    await expect(row).toContainText(`${ITERATIONS} of ${ITERATIONS}`);
    await expectAccessible(page);
    await expectFitsPhone(page);
  },
);
