import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import { send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";
import { ask, registerModel, spelling, startJob, untilOver } from "@/e2e/support/training-client";
import { BARE_TOKEN } from "@/test/bare-service/bare-service";

const group = { trajectories: [spelling("heddle", 1), spelling("#######", 0)] };

/** Starts a job of two gradient steps for each group. */
const startSpelling = (serviceUrl: string, modelId: string, groupCount: number) =>
  startJob(
    serviceUrl,
    modelId,
    Array.from({ length: groupCount }, () => group),
  );

const foot = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test("a job is shown live to its end, and a reload in its middle loses and duplicates nothing", async ({
  page,
  heddle,
  project,
}) => {
  const slug = await makeWorkspace(page, heddle.url, project);
  const modelId = await registerModel(heddle.serviceUrl, project);
  const jobId = await startSpelling(heddle.serviceUrl, modelId, 60);
  await page.goto(`/${slug}/training/${jobId}`);
  await expect(page.getByRole("region", { name: "loss", exact: true })).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByRole("heading", { name: "speller" })).toBeVisible();
  await expect(foot(page, "122 events, job ended")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Completed")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "120 of 120 gradient steps done" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Events" })).toContainText("120 gradient steps, 1 to 120");
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("gradient_step");
  await expect(page.getByRole("region", { name: "loss", exact: true })).toContainText("starts near 0 by construction");

  await page.getByRole("radio", { name: "Relative" }).click();
  await expect(page).toHaveURL(/x=relative/);
  await page.getByRole("radio", { name: "Log", exact: true }).click();
  await expect(page).toHaveURL(/log=true/);
  await page.getByRole("button", { name: "Pin entropy" }).click();
  await expect(page.getByRole("region", { name: "Metrics" }).getByRole("region").first()).toHaveAccessibleName(
    "entropy",
  );
  await expect(page.getByRole("link", { name: "Chat with step 1" }).first()).toBeVisible();
});

test(
  "jobs are listed with the failed first, and a running one can be cancelled",
  heldBy("app/(dashboard)/[workspace]/training/jobs-view.test.tsx", "cancels a job after a question"),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const modelId = await registerModel(heddle.serviceUrl, project);
    await page.goto(`/${slug}/training`);
    await expect(page.getByRole("heading", { name: /^No training jobs in/ })).toBeVisible();
    const done = await startSpelling(heddle.serviceUrl, modelId, 2);
    await untilOver(heddle.serviceUrl, done);
    // Far longer than the test: it ends by being cancelled.
    const long = await startSpelling(heddle.serviceUrl, modelId, 20_000);
    await page.goto(`/${slug}/training/${long}`);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click();
    await expect(page.getByText("Cancelled", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("status").filter({ hasText: /events?, job ended/ })).toBeVisible({ timeout: 30_000 });
    await page.goto(`/${slug}/training`);
    const rows = page.getByRole("table", { name: "Training jobs" }).getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: "Completed" })).toContainText("4 of 4");
    await expect(rows.filter({ hasText: "Cancelled" })).toHaveCount(1);
    await page.goto(`/${slug}/training?status=failed`);
    await expect(page.getByRole("heading", { name: "No failed jobs" })).toBeVisible();
  },
);

test(
  "queued jobs show their place, change their priority and are cancelled in the list",
  heldBy("app/(dashboard)/[workspace]/training/jobs-view.test.tsx", "shows the device of a running job and the place"),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const models = [];
    for (const name of ["speller", "early", "late"]) models.push(await registerModel(heddle.serviceUrl, project, name));
    const [running = "", early = "", late = ""] = models;
    // Far longer than the test.
    const long = await startSpelling(heddle.serviceUrl, running, 20_000);
    const waiting = [await startSpelling(heddle.serviceUrl, early, 2), await startSpelling(heddle.serviceUrl, late, 2)];
    await page.goto(`/${slug}/training`);
    const rows = page.getByRole("table", { name: "Training jobs" }).getByRole("row");
    await expect(rows.nth(1)).toContainText("Running");
    await expect(rows.nth(2)).toContainText(/early.*next in the queue/);
    await expect(rows.nth(3)).toContainText(/late.*number 2 in the queue/);
    await rows
      .nth(3)
      .getByRole("button", { name: /^Actions for job .* of late$/ })
      .click();
    await page.getByRole("menuitemradio", { name: "High" }).click();
    await expect(rows.nth(2)).toContainText(/late.*next in the queue, priority high/);
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.goto(`/${slug}/training/${waiting[1]}`);
    await page.getByRole("combobox", { name: "Priority" }).click();
    await page.getByRole("option", { name: "Low priority" }).click();
    await expect(page.getByText("number 2", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/${slug}/training`);
    await expect(rows.nth(2)).toContainText(/early.*next in the queue/);
    await rows
      .nth(2)
      .getByRole("button", { name: /^Actions/ })
      .click();
    await page.getByRole("menuitem", { name: "Cancel job" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click();
    await expect(rows.filter({ hasText: "early" })).toContainText("Cancelled");
    await expect(rows.nth(2)).toContainText(/late.*next in the queue/);
    // The waiting one first: it would start once the other has ended.
    for (const id of [waiting[1], long])
      await send(heddle.serviceUrl, "/training_jobs/cancel", { training_job_id: id });
  },
);

test(
  "checkpoints are compared, and all but the newest and the best are deleted after a preview",
  heldBy("app/(dashboard)/[workspace]/models/[modelId]/model-view.test.tsx", "deletes all checkpoints but the newest"),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const modelId = await registerModel(heddle.serviceUrl, project);
    for (let step = 1; step <= 3; step += 1) {
      await untilOver(heddle.serviceUrl, await startSpelling(heddle.serviceUrl, modelId, 2));
      await ask(heddle.serviceUrl, "POST", `/models/${modelId}/log`, {
        model_id: modelId,
        split: "val",
        trajectory_groups: [{ trajectories: [spelling("heddle", step === 2 ? 1 : 0.5)] }],
      });
    }
    await page.goto(`/${slug}/models`);
    await expect(page.getByRole("row", { name: /speller/ })).toContainText("step 3");
    await page.getByRole("link", { name: "speller" }).click();
    await page.waitForURL(/\/models\/[0-9a-f-]+/);
    const table = page.getByRole("table", { name: "Checkpoints" });
    await expect(table.getByRole("row")).toHaveCount(5);
    await table.getByRole("button", { name: "val/reward", exact: true }).click();
    await expect(table.getByRole("row").filter({ hasText: "highest val/reward" })).toContainText("2");
    await page.getByRole("button", { name: "Select all but newest and highest val/reward" }).click();
    await page.getByRole("button", { name: "Delete 1…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("step 0, 2, 3");
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(table.getByRole("row")).toHaveCount(4);
    await expect(table.getByRole("checkbox", { name: "Select step 1" })).toHaveCount(0);
  },
);

test(
  "the checkpoints of several models are overlaid, and the address names them",
  heldBy(
    "app/(dashboard)/[workspace]/models/[modelId]/model-view.test.tsx",
    "overlays the models that the address names",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const [first = "", second = ""] = await Promise.all([
      registerModel(heddle.serviceUrl, project),
      registerModel(heddle.serviceUrl, project, "other-speller"),
    ]);
    for (const modelId of [first, second])
      await untilOver(heddle.serviceUrl, await startSpelling(heddle.serviceUrl, modelId, 2));
    await page.goto(`/${slug}/models/${first}`);
    const legend = page.getByRole("list", { name: "Models in the chart" });
    await expect(page.getByRole("region", { name: "reward by step" })).toBeVisible();
    await expect(legend).toHaveCount(0);
    await page.getByRole("button", { name: "Add model" }).click();
    await page.getByRole("button", { name: /^other-speller/ }).click();
    await expect(legend.getByRole("listitem")).toHaveText(["speller", "other-speller"]);
    await expect(page).toHaveURL(new RegExp(`with=${second}`));
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.reload();
    await expect(legend.getByRole("link", { name: "other-speller" })).toHaveAttribute(
      "href",
      `/${slug}/models/${second}`,
    );
    await legend.getByRole("button", { name: "Remove other-speller" }).click();
    await expect(legend).toHaveCount(0);
    await page.goto(`/${slug}/models/${first}?with=no-such-model`);
    await expect(legend.getByRole("alert")).toHaveText("could not load");
  },
);

test.describe("a service with only the four training operations", () => {
  test("loads jobs and models by their ids, and says what it does not support", async ({
    page,
    heddle,
    project,
    bare,
  }) => {
    const slug = await connectWorkspace(page, heddle.url, project, bare);
    const response = await fetch(`${bare.url}/v1/preview/training-jobs`, {
      method: "POST",
      headers: { authorization: `Bearer ${BARE_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ model_id: "m1", trajectory_groups: [] }),
    });
    const { id } = (await response.json()) as { id: string };
    await page.goto(`/${slug}/training`);
    await expect(page.getByText("POST /training_jobs/list")).toBeVisible();
    await page.getByLabel("Follow a job by its id").fill(id);
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await expect(foot(page, "2 events, job ended")).toBeVisible();
    await expect(page.getByText("reports jobs through events only")).toBeVisible();
    await page.goto(`/${slug}/training`);
    await expect(page.getByRole("row").filter({ hasText: id })).toContainText("Completed");
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: id })).toContainText("Completed");
    await page.goto(`/${slug}/models`);
    await page.getByLabel("Follow a model by its id").fill("m1");
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await expect(page.getByRole("table", { name: "Checkpoints" }).getByRole("row")).toHaveCount(2);
    await page.goto(`/${slug}/models`);
    await expect(page.getByRole("row").filter({ hasText: "m1" })).toContainText("step 1");
  });
});
