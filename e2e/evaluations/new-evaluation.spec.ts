import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { logEvaluations } from "@/e2e/support/evaluation-runs";
import { heldBy } from "@/e2e/support/held-by";
import { addModel, fillForm, publishSums } from "@/e2e/support/new-evaluation";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { test } from "@/e2e/support/sums-test";
import { expect } from "@/e2e/support/test";

async function openForm(page: Page, url: string, serviceUrl: string, project: string): Promise<void> {
  await publishSums(serviceUrl, project);
  const slug = await makeWorkspace(page, url, project);
  await page.goto(`/${slug}/evaluations/new`);
  await expect(page.getByRole("heading", { name: "New evaluation" })).toBeVisible();
}

test(
  "sets an evaluation up, tries three rows, and follows it while the service runs it",
  heldBy("app/(dashboard)/[workspace]/evaluations/new/new-evaluation-page.test.tsx", "proposes the column that a name"),
  async ({ page, heddle, project, provider }) => {
    await openForm(page, heddle.url, heddle.serviceUrl, project);
    await expect(page.getByText("Needs a model, a table, a scorer")).toBeVisible();
    await fillForm(page);
    await addModel(page, "openai/sloppy");
    await page.getByLabel("Trials per row").fill("2");
    await expect(page.getByRole("button", { name: "Run 48 trials" })).toBeEnabled();
    await expect(page.getByRole("region", { name: "Estimate" })).toContainText("no price for 2 of the models");
    await page.getByRole("button", { name: "Try three rows" }).click();
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("exact yes");

    provider.hold();
    await page.getByRole("button", { name: "Run 48 trials" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Running" })).toBeVisible();
    await expect(page.getByRole("img", { name: /^adder: running/ }).first()).toBeVisible();
    const address = page.url();
    await page.goto("about:blank");
    provider.release();
    await page.goto(address);
    await expect(page.getByRole("status").filter({ hasText: "Finished" })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("region", { name: "By model" })).toContainText("1.000");
    await expect(page.getByRole("region", { name: "By model" })).toContainText("0.500");
    await expect(page.getByRole("region", { name: "Rows so far" })).toContainText("12 of 12 complete");
    // No screen of the sweep has a provider.
    await expectAccessible(page);
  },
);

test(
  "pauses, resumes and stops an evaluation",
  heldBy(
    "service/evaluation/evaluation-runs/runner/evaluation-runs.test.ts",
    "sends no more requests at a time than its limit, and retries those that were told to wait, also when it pauses and resumes",
  ),
  async ({ page, heddle, project, provider }) => {
    await openForm(page, heddle.url, heddle.serviceUrl, project);
    await fillForm(page);
    await page.getByLabel("Concurrency per model").fill("1");
    provider.hold();
    await page.getByRole("button", { name: "Run 12 trials" }).click();
    await expect(page.getByRole("img", { name: /^adder: running/ })).toBeVisible();
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Pausing.")).toBeVisible();
    provider.release();
    await expect(page.getByRole("status").filter({ hasText: "Paused" })).toBeVisible();
    provider.hold();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByRole("img", { name: /^adder: running/ })).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Stop evaluation" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Stopping" })).toBeVisible();
    provider.release();
    await expect(page.getByRole("status").filter({ hasText: "Stopped" })).toBeVisible();
    await expect(page.getByText("The 2 finished trials are kept.")).toBeVisible();
  },
);

test(
  "shows what is wrong at its field, and keeps the draft",
  heldBy(
    "app/(dashboard)/[workspace]/evaluations/new/new-evaluation-page.test.tsx",
    "shows what the service rejects at its field, and does not run",
  ),
  async ({ page, heddle, project }) => {
    await openForm(page, heddle.url, heddle.serviceUrl, project);
    await fillForm(page);
    await page.getByRole("button", { name: "Add scorer: Regex" }).click();
    await page.getByLabel("Pattern").fill("(");
    await expect(page.getByRole("alert").filter({ hasText: "missing closing" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Run/ })).toBeDisabled();
    await page.reload();
    await expect(page.getByLabel("User message")).toHaveValue("{question}");
    await page.getByRole("button", { name: "Remove matches" }).click();
    await expect(page.getByRole("button", { name: "Run 12 trials" })).toBeEnabled();
  },
);

test(
  "maps a name in the prompt to a column of the table",
  heldBy(
    "app/(dashboard)/[workspace]/evaluations/new/new-evaluation-page.test.tsx",
    "proposes the column that a name in the prompt stands for",
  ),
  async ({ page, heddle, project }) => {
    await openForm(page, heddle.url, heddle.serviceUrl, project);
    await fillForm(page);
    await page.getByLabel("User message").fill("{user_input}");
    const columns = page.getByRole("region", { name: "Columns" });
    await columns.getByRole("button", { name: "Use question" }).click();
    await expect(columns).toContainText("0 + 1");
    await expect(page.getByRole("button", { name: "Run 12 trials" })).toBeEnabled();
    await page.getByRole("button", { name: "Try three rows" }).click();
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("exact yes");
    await expectAccessible(page);
    await expectFitsPhone(page);
  },
);

test(
  "draws the smallest difference that the planned rows and trials can show",
  heldBy(
    "components/evaluation/detectable/detectable-panel.test.tsx",
    "states the difference that the form's rows and trials can show",
  ),
  async ({ page, heddle, project }) => {
    const rows = Array.from({ length: 16 }, (_, at) => ({ question: `${at} + 1`, answer: String(at + 1) }));
    const run = (name: string, hours: number, passes: (row: number, trial: number) => boolean) => ({
      name,
      model: "adder",
      startedAt: new Date(Date.now() - hours * 3_600_000),
      passes,
    });
    // Nothing passes, then 7 rows in both trials and 2 rows in one: differences of 0, ½ and 1.
    await logEvaluations(heddle.serviceUrl, project, { name: "known-sums", trials: 2, rows }, [
      run("Before", 2, () => false),
      run("After", 1, (row, trial) => row < 7 || (row < 9 && trial === 0)),
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/evaluations/new`);
    await fillForm(page, "known-sums");
    await page.getByLabel("Trials per row").fill("2");
    const chart = page.getByRole("region", { name: "Smallest detectable difference" });
    const drawing = chart.locator("svg.recharts-surface");
    // Their variance is 3.5 / 15, so 2.8 · √(3.5 / 15 / 16); 2 · (2 · 0.5 / 16) of it for one trial is that of the trials.
    await expect(drawing).toContainText(".338 with 16 rows × 2 trials");
    await expect(chart).toContainText("differences between After and Before");
    const curve = drawing.locator("path[stroke='var(--dye-indigo)']");
    const [width, height] = await curve.evaluate((path: SVGPathElement) => [
      path.getBBox().width,
      path.getBBox().height,
    ]);
    expect(width).toBeGreaterThan(200);
    expect(height).toBeGreaterThan(30);
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.getByLabel("Trials per row").fill("8");
    await expect(drawing).toContainText(".302 with 16 rows × 8 trials");
    await page.getByLabel("Trials per row").fill("1");
    await expect(drawing).toContainText(".381 with 16 rows × 1 trial");
  },
);
