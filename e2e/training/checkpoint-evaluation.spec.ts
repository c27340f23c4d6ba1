import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";
import { registerModel, spelling, startJob, untilOver } from "@/e2e/support/training-client";

const group = { trajectories: [spelling("heddle", 1), spelling("#######", 0)] };

/** Trains a checkpoint. The untrained model is undecided, so that few gradient steps are enough to spell the word. */
async function train(serviceUrl: string, modelId: string, groupCount: number): Promise<void> {
  const job = await startJob(
    serviceUrl,
    modelId,
    Array.from({ length: groupCount }, () => group),
  );
  expect(await untilOver(serviceUrl, job)).toBe("completed");
}

async function publishWords(serviceUrl: string, project: string): Promise<void> {
  const rows = Array.from({ length: 12 }, (_, at) => ({ prompt: "Spell it.", word: "heddle", number: at }));
  const { digest } = (await send(serviceUrl, "/table/create", { table: { project_id: project, rows } })) as {
    digest: string;
  };
  const table = `weave:///${project}/table/${digest}`;
  const val = { _type: "Dataset", name: "words", rows: table, _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
  await send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: "words", val } });
}

async function fillForm(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("spelling");
  await page.getByLabel("User message").fill("{prompt}");
  await page.getByLabel("Temperature").fill("0");
  await page.getByLabel("Max tokens").fill("6");
  await page.getByRole("combobox", { name: "Table" }).click();
  await page.getByRole("option", { name: "words v0" }).click();
  await page.getByRole("button", { name: "Add scorer: Exact" }).click();
  await page.getByLabel("Expected column").fill("word");
}

test(
  "evaluates each new checkpoint by itself, draws its curve, and names the best by it",
  heldBy(
    "service/training/checkpoint-evaluations/checkpoint-evaluations.test.ts",
    "evaluates each new checkpoint once, by itself",
  ),
  async ({ page, heddle, project }) => {
    test.setTimeout(240_000);
    const { url, serviceUrl } = heddle;
    await publishWords(serviceUrl, project);
    const slug = await makeWorkspace(page, url, project);
    const modelId = await registerModel(serviceUrl, project);
    await train(serviceUrl, modelId, 2);
    await page.goto(`/${slug}/models/${modelId}`);
    const panel = page.getByRole("region", { name: "Evaluation of checkpoints" });
    await expect(panel).toContainText("No evaluation is set on this model.");
    const table = page.getByRole("table", { name: "Checkpoints" });
    await expect(table.getByRole("row").filter({ hasText: "highest reward" })).toHaveCount(1);

    await panel.getByRole("link", { name: "Set an evaluation" }).click();
    await expect(page.getByText("Needs a prompt, a table, a scorer")).toBeVisible();
    await fillForm(page);
    await expect(page.getByRole("combobox", { name: "Best by" })).toHaveText("exact");
    await page.getByLabel("Every k-th checkpoint").fill("0");
    await expect(page.getByRole("alert").filter({ hasText: "A whole number from 1" })).toBeVisible();
    await page.getByLabel("Every k-th checkpoint").fill("1");
    await expect(page.getByRole("region", { name: "Estimate" })).toContainText("$0");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/\/models\/[0-9a-f-]+$/);
    await expect(panel).toContainText("each new checkpoint");

    await train(serviceUrl, modelId, 30);
    await expect(panel).toContainText("best exact 1.000 at step 2", { timeout: 90_000 });
    await expect(table.getByRole("row").filter({ hasText: "best exact" })).toContainText("1.000");
    await expect(table.getByText("highest reward")).toHaveCount(0);

    await panel.getByRole("button", { name: "Evaluate 2 existing" }).click();
    const rowOf = (step: number) =>
      table.getByRole("row").filter({ has: page.getByRole("checkbox", { name: `Select step ${step}`, exact: true }) });
    await expect(rowOf(0)).toContainText("0.000", { timeout: 90_000 });
    await expect(rowOf(1)).toContainText("1.000 from base", { timeout: 90_000 });
    await expect(rowOf(1)).toContainText("better");
    await expect(rowOf(2)).toContainText("within noise", { timeout: 90_000 });
    await expect(panel).toContainText(/best exact 1\.000 at step 2 on all \d+ rows; step 1 within noise/);
    const curve = panel.getByRole("region", { name: "exact by gradient step" });
    await expect(curve).toContainText("exact of 3 checkpoints by gradient step, with 95% intervals");
    await expect(panel.getByRole("region", { name: "reward by gradient step" })).toBeVisible();
    await expect(panel.getByRole("region", { name: "kl_policy_ref by gradient step" })).toBeVisible();
    await curve.getByRole("button", { name: "exact by gradient step: table and export" }).click();
    await page.getByRole("menuitem", { name: /table/i }).click();
    await expect(curve.getByRole("row").last()).toContainText("64");

    await page.goto(`/${slug}/models`);
    await expect(page.getByRole("row", { name: /speller/ })).toContainText("exact 1.000 at step 2");
    await page.goto(`/${slug}/models/${modelId}`);
    await panel.getByRole("link", { name: "Compare" }).click();
    await page.waitForURL(/\/evaluations\/compare\?runs=/);
    await expect(page.getByRole("main")).toContainText(/speller.step.2/);
    await page.goBack();
    await rowOf(2)
      .getByRole("link", { name: /1\.000/ })
      .click();
    await page.waitForURL(/\/evaluations\/[0-9a-f-]+$/);
    await expect(page.getByRole("heading", { name: /spelling/ })).toBeVisible();
  },
);

test(
  "says why a checkpoint could not be evaluated, and repeats it",
  heldBy(
    "service/training/checkpoint-evaluations/checkpoint-evaluations.test.ts",
    "says why an evaluation failed, and repeats it",
  ),
  async ({ page, heddle, project }) => {
    const { url, serviceUrl } = heddle;
    await publishWords(serviceUrl, project);
    const slug = await makeWorkspace(page, url, project);
    const modelId = await registerModel(serviceUrl, project);
    await page.goto(`/${slug}/models/${modelId}/evaluation`);
    await fillForm(page);
    // Rejected by the checkpoint, and only there.
    await page.getByLabel("Temperature").fill("9");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/\/models\/[0-9a-f-]+$/);
    await page.getByRole("button", { name: "Evaluate 1 existing" }).click();
    const problems = page.getByRole("list", { name: "Evaluations without figures" });
    await expect(problems.getByRole("listitem")).toContainText(/step 0.*failed.*No trial has an answer/, {
      timeout: 60_000,
    });
    await expect(page.getByRole("table", { name: "Checkpoints" })).toContainText("failed");
    await expect(page.getByText("No checkpoint has a value yet.")).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await problems.getByRole("button", { name: "Evaluate again" }).click();
    await expect(problems.getByRole("listitem")).toContainText("failed", { timeout: 60_000 });

    await page
      .getByRole("region", { name: "Evaluation of checkpoints" })
      .getByRole("link", { name: "Settings" })
      .click();
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.waitForURL(/\/models\/[0-9a-f-]+$/);
    await expect(page.getByRole("region", { name: "Evaluation of checkpoints" })).toContainText("No evaluation is set");
  },
);
