import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { expect, test } from "@/e2e/support/test";
import { registerModel, spelling, startJob, untilOver } from "@/e2e/support/training-client";

test(
  "a run is set up, keeps its draft over a reload, shows errors at their fields, and starts",
  heldBy(
    "app/(dashboard)/[workspace]/runs/new/new-run-view.test.tsx",
    "is filled with one click, shows the estimate, and starts by key",
  ),
  async ({ page, heddle, project }) => {
    test.setTimeout(240_000);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/runs`);
    await expect(page.getByRole("heading", { name: /^No training runs in/ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Train a small agent" })).toBeVisible();
    await page.getByRole("link", { name: "Set up a run of your own" }).click();
    await page.waitForURL(/\/runs\/new$/);
    await page.getByLabel("Name of the model").fill("speller");
    await page.getByLabel("Base model").fill("heddle/bytes-blank-1");
    await page.getByLabel("Prompts, one per line").fill("Spell it.\theddle\n{");
    await expect(page.getByText(/^Line 2 is not JSON/).first()).toBeVisible();
    await page.getByLabel("Prompts, one per line").fill("Spell it.\theddle\nSay it.\theddle");
    await page.getByRole("button", { name: "Add scorer: Regex" }).click();
    await page.getByLabel("Pattern", { exact: true }).fill("[a-m]");
    await page.getByLabel("Iterations", { exact: true }).fill("0");
    await expect(page.getByRole("region", { name: "Loop" }).getByRole("alert")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Prompts, one per line")).toHaveValue("Spell it.\theddle\nSay it.\theddle");
    await page.getByLabel("Iterations", { exact: true }).fill("2");
    await page.getByLabel("Max tokens").fill("6");
    const start = page.getByRole("button", { name: "Start run" });
    await expect(start).toBeEnabled();
    await expect(page.getByRole("region", { name: "Figures of the estimate" })).toContainText("rollouts");
    await start.click();
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { name: "speller" })).toBeVisible();
  },
);

test(
  "jobs that a client sent for one model are its run",
  heldBy("app/(dashboard)/[workspace]/runs/[trainingRunId]/run-view.test.tsx", "shows a client's run without actions"),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const modelId = await registerModel(heddle.serviceUrl, project);
    for (const reward of [0.2, 0.4, 0.6]) {
      const group = { trajectories: [spelling("heddle", reward), spelling("#######", 0)] };
      await untilOver(heddle.serviceUrl, await startJob(heddle.serviceUrl, modelId, [group, group]));
    }
    await page.goto(`/${slug}/models/${modelId}`);
    await page.getByRole("link", { name: "Training run", exact: true }).click();
    await page.waitForURL(/\/runs\/model/);
    await expect(page.getByRole("table", { name: "Iterations", exact: true }).getByRole("row")).toHaveCount(4);
    await expect(page.getByRole("complementary", { name: "Settings of the run" })).toContainText(
      "A client runs this loop",
    );
    await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
    await page.goto(`/${slug}/runs`);
    await expect(page.getByRole("table", { name: "Training runs" })).toContainText("run by a client");
  },
);
