import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const DAY_MS = 24 * 60 * 60 * 1000;

const callOf = (op: string, days: number) => ({
  op,
  startedAt: new Date(Date.now() - days * DAY_MS),
  durationMs: 40,
  inputs: { name: "Mia" },
  output: "done",
});

const paneOf = (page: Page, slug: string) => page.getByRole("region", { name: `Retention of ${slug}`, exact: true });

test("deletes old calls after a preview and a confirmation, and keeps the others", async ({
  page,
  heddle,
  project,
}) => {
  await logCalls(heddle.serviceUrl, project, [callOf("ancient", 100), callOf("old", 40), callOf("new", 1)]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto("/settings/workspaces");
  await page.getByRole("button", { name: `Retention of ${slug}`, exact: true }).click();
  const pane = paneOf(page, slug);
  await expect(pane.getByText("Nothing is deleted now.")).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  await pane.getByLabel("Maximum age").fill("a month");
  await pane.getByRole("button", { name: "Save retention" }).click();
  await expect(pane.getByText("Enter a whole number of days")).toBeVisible();
  await pane.getByLabel("Maximum age").fill("30");
  await pane.getByLabel("Maximum size").focus();
  await expect(pane.getByText(/^2 calls of 2 traces, .*, from before .*, will be deleted\./)).toBeVisible();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: `Delete old calls of ${project}?` });
  await expect(question).toContainText("2 calls of 2 traces");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Delete and save" }).click();
  await expect(question).toHaveCount(0);
  await expect
    .poll(async () => await send(heddle.serviceUrl, "/calls/query_stats", { project_id: project }))
    .toMatchObject({ count: 1 });

  await page.reload();
  await expect(pane.getByLabel("Maximum age")).toHaveValue("30");
  await expect(pane.getByText("Nothing is deleted now.")).toBeVisible();
  await pane.getByRole("button", { name: "Close the retention" }).click();
  await expect(page.getByRole("region", { name: "New workspace" })).toBeVisible();
  await page.goto("/settings/audit");
  await expect(
    page.getByRole("row").filter({ hasText: "Changed a retention" }).filter({ hasText: project }),
  ).toHaveCount(1);
});

test("can be read by a viewer, and is not supported by a service without it", async ({
  page,
  heddle,
  project,
  joinAs,
  bare,
}) => {
  const slug = await makeWorkspace(page, heddle.url, project);
  const { page: viewer } = await joinAs("viewer");
  await viewer.goto(`/settings/workspaces?retention=${slug}`);
  const pane = paneOf(viewer, slug);
  await expect(pane.getByText("Only admins can change the retention.")).toBeVisible();
  await expect(pane.getByRole("button", { name: "Save retention" })).toBeDisabled();

  const other = await connectWorkspace(page, heddle.url, `${project}-other`, bare);
  await page.goto(`/settings/workspaces?retention=${other}`);
  await expect(paneOf(page, other).getByText("This connection does not support a retention")).toBeVisible();
  await expectAccessible(page);
});
