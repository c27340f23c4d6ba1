import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { message } from "@/e2e/support/playground";
import { type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { test as base, expect } from "@/e2e/support/test";
import { registerModel, spelling, startJob, untilOver } from "@/e2e/support/training-client";

const programOf = (name: string) =>
  `"${process.execPath}" "${fileURLToPath(new URL(`../../test/trainer/${name}.mjs`, import.meta.url))}"`;

let folder: string;

const control = (name: string) => writeFileSync(join(folder, name), "");

/** A product whose checkpoints are made by a trainer of its own, and served by a command. */
const test = base.extend<object, { heddle: Heddle }>({
  heddle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      folder = mkdtempSync(join(tmpdir(), "heddle-e2e-server-"));
      const env = {
        HEDDLE_TRAINER: programOf("scripted-trainer"),
        HEDDLE_TRAINER_MODELS: "tiny",
        HEDDLE_SERVER: `${programOf("scripted-server")} "${folder}"`,
      };
      const heddle = await runHeddle({ env });
      await use(heddle);
      await heddle.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

const bandOf = (page: Page) => page.getByRole("region", { name: "Model server" });
const stateOf = (page: Page) => bandOf(page).getByRole("status");

test(
  "a checkpoint of a trainer of one's own answers from the server that its first request starts",
  heldBy(
    "app/(dashboard)/[workspace]/models/[modelId]/server/server-band.test.tsx",
    "shows the state of the server, and stops and starts it",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const modelId = await registerModel(heddle.serviceUrl, project, "agent", "tiny");
    const jobId = await startJob(heddle.serviceUrl, modelId, [{ trajectories: [spelling("a", 1), spelling("b", 0)] }], {
      script: [
        { say: { type: "training_started", data: { num_sequences: 2 } } },
        { write: ["answer", "four"] },
        { say: { type: "checkpoint", metrics: {} } },
      ],
    });
    expect(await untilOver(heddle.serviceUrl, jobId)).toBe("completed");

    await page.goto(`/${slug}/models/${modelId}`);
    await expect(stateOf(page)).toHaveText("Not started");
    await expectAccessible(page);

    // The chat opens next to the base model, which the same server runs.
    control("slow");
    const playground = await page.context().newPage();
    await playground.goto(`/${slug}/models/${modelId}`);
    await playground.getByRole("link", { name: "Chat with step 1", exact: true }).first().click();
    await playground.waitForURL(/\/playground\?/);
    await message(playground, 1).fill("Two and two?");
    await playground.keyboard.press("ControlOrMeta+Enter");
    await expect(stateOf(page)).toHaveText("Starting");
    await expect(bandOf(page)).toContainText("2 requests waiting");
    const answerOf = (step: number) =>
      playground.getByRole("region", { name: new RegExp(`^Answer of .*:step${step}$`) });
    await expect(answerOf(1)).toContainText("The model server of tiny is starting.");
    control("go");
    await expect(answerOf(1)).toContainText("four");
    await expect(answerOf(0)).toContainText("tiny");
    await playground.close();

    await expect(stateOf(page)).toHaveText("Ready");
    await expect(bandOf(page)).toContainText("step 1 loaded");
    await bandOf(page).getByRole("button", { name: "Log" }).click();
    const log = page.getByRole("dialog", { name: "Log of the model server" });
    await expect(log).toContainText("serving tiny");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(log).toHaveCount(0);
    await expectFitsPhone(page);

    await bandOf(page).getByRole("button", { name: "Stop" }).click();
    await expect(stateOf(page)).toHaveText("Stopped");
    await expect(bandOf(page)).toContainText("Stopped by");

    control("broken");
    await bandOf(page).getByRole("button", { name: "Start" }).click();
    await expect(stateOf(page)).toHaveText("Failed");
    await expect(bandOf(page)).toContainText("CUDA out of memory");
    rmSync(join(folder, "broken"));
    await bandOf(page).getByRole("button", { name: "Start" }).click();
    await expect(stateOf(page)).toHaveText("Ready");
  },
);
