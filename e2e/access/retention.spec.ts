import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
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

test(
  "deletes old calls after a preview and a confirmation, and keeps the others",
  heldBy(
    "app/(dashboard)/settings/workspaces/retention/retention-pane.test.tsx",
    "stores limits that delete something only after a confirmation",
  ),
  async ({ page, heddle, project }) => {
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
  },
);

test(
  "keeps what a rule matches out of the store from then on, after a preview on stored calls",
  heldBy(
    "app/(dashboard)/settings/workspaces/redaction/redaction-pane.test.tsx",
    "previews a new rule on stored calls once it is typed",
  ),
  async ({ page, heddle, project }) => {
    const login = (mail: string) => ({ ...callOf("login", 0.01), inputs: { mail, text: `from ${mail}` } });
    await logCalls(heddle.serviceUrl, project, [login("mia@example.org")]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto("/settings/workspaces");
    await page.getByRole("button", { name: `Redaction of ${slug}`, exact: true }).click();
    const pane = page.getByRole("region", { name: `Redaction of ${slug}`, exact: true });
    await pane.getByRole("button", { name: "Add rule" }).click();
    const dialog = page.getByRole("dialog", { name: "New rule" });
    await dialog.getByLabel("Name", { exact: true }).fill("email");
    await dialog.getByRole("radio", { name: "Expression" }).click();
    await dialog.getByLabel("Regular expression").fill("[a-z]+@[a-z.");
    await dialog.getByRole("radio", { name: "Hash" }).click();
    await expect(dialog.getByText("Position 7: missing closing ]: [a-z.")).toBeVisible();
    await dialog.getByLabel("Regular expression").fill("[a-z]+@[a-z.]+");
    await page.keyboard.press("Tab");
    await expect(dialog.getByText("2 matches in the newest call.")).toBeVisible();
    await expect(dialog.getByRole("cell", { name: "mia@example.org" })).toHaveCount(2);
    await expectAccessible(page);
    await expectFitsPhone(page);
    await dialog.getByLabel("Regular expression").press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(pane.getByText("Hashes matches in inputs, output")).toBeVisible();
    await expectAccessible(page);

    await logCalls(heddle.serviceUrl, project, [login("ben@example.org")]);
    await page.goto(`/${slug}/traces`);
    await expect(page.getByText("mia@example.org").first()).toBeVisible();
    await expect(page.getByText("[hashed: email").first()).toBeVisible();
    await expect(page.getByText("ben@example.org")).toHaveCount(0);
    await page.goto("/settings/audit");
    const entry = page.getByRole("row").filter({ hasText: "Changed redaction rules" }).filter({ hasText: project });
    await expect(entry).toContainText("email hash");
  },
);

test(
  "can be read by a viewer, and is not supported by a service without it",
  heldBy(
    "app/(dashboard)/settings/workspaces/retention/retention-pane.test.tsx",
    "is shown to %s, who cannot change it",
  ),
  async ({ page, heddle, project, joinAs, bare }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const { page: viewer } = await joinAs("viewer");
    await viewer.goto(`/settings/workspaces?retention=${slug}`);
    const pane = paneOf(viewer, slug);
    await expect(pane.getByText("Only admins can change the retention.")).toBeVisible();
    await expect(pane.getByRole("button", { name: "Save retention" })).toBeDisabled();

    await viewer.goto(`/settings/workspaces?redaction=${slug}`);
    await expect(viewer.getByText("Only admins can change the rules.")).toBeVisible();

    const other = await connectWorkspace(page, heddle.url, `${project}-other`, bare);
    await page.goto(`/settings/workspaces?retention=${other}`);
    await expect(paneOf(page, other).getByText("This connection does not support a retention")).toBeVisible();
    await page.getByRole("button", { name: `Redaction of ${other}`, exact: true }).click();
    await expect(page.getByText("This connection does not support redaction")).toBeVisible();
    await expectAccessible(page);
  },
);
