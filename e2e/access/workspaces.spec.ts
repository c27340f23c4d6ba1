import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { join } from "@/e2e/support/invite";
import { callApp, makeWorkspace } from "@/e2e/support/open-workspace";
import { runHeddle } from "@/e2e/support/run-heddle";
import { logCalls, send } from "@/e2e/support/service-client";
import { signIn } from "@/e2e/support/sign-in";
import { ANONYMOUS, expect, test } from "@/e2e/support/test";

/** The line of a project in the list that a connection suggests. */
const providerAvailabilityOf = (page: Page, project: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(project, { exact: true }) });

/** A call of this op in the list of traces. */
const callOf = (page: Page, op: string) =>
  page.getByRole("grid", { name: "Traces" }).getByRole("row").filter({ hasText: op });

const oneCall = (op: string) => [
  { op, startedAt: new Date(), durationMs: 40, inputs: { name: "Mia" }, output: "done" },
];

test(
  "shows the call of a user who opened the printed address and ran an SDK, without a further step",
  heldBy(
    "components/start/start-view.test.tsx",
    "shows how to log the first call, then opens the first project automatically, once",
  ),
  async ({ browser }) => {
    test.setTimeout(180_000);
    const fresh = await runHeddle();
    const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url });
    try {
      const viewerContext = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url });
      const viewer = await viewerContext.newPage();
      await join(viewer, fresh, "viewer");
      await expect(viewer.getByText("You are a viewer. When calls arrive")).toBeVisible();

      const page = await context.newPage();
      await signIn(page, fresh.url);
      await expect(page.getByRole("heading", { name: "Send your first call" })).toBeVisible();
      const address = fresh.serviceUrl.replace("127.0.0.1", "localhost");
      await expect(page.getByText(`export WANDB_BASE_URL=${address}`)).toBeVisible();
      for (const client of ["Weave Python", "curl", "Weave TypeScript"]) {
        await page.getByRole("tab", { name: client }).click();
        await expect(page.getByRole("tabpanel")).toContainText("demo/first");
      }
      await expect(page.getByText("Waiting for the first call…")).toBeVisible();

      await logCalls(fresh.serviceUrl, "demo/first", oneCall("greet"));
      await expect(page).toHaveURL(/\/first\/traces/);
      await expect(callOf(page, "greet")).toBeVisible();

      await page.goto("/");
      await expect(page).toHaveURL(/\/first\/traces/);
      await viewer.goto("/");
      await expect(viewer).toHaveURL(/\/first\/traces/);
      await viewerContext.close();
    } finally {
      await context.close();
      await fresh.stop();
    }
  },
);

test(
  "suggests projects without a workspace, one click each",
  heldBy("components/start/start-view.test.tsx", "lists several projects and opens the chosen one"),
  async ({ browser }) => {
    test.setTimeout(180_000);
    const fresh = await runHeddle();
    const context = await browser.newContext({ storageState: ANONYMOUS, baseURL: fresh.url });
    try {
      await logCalls(fresh.serviceUrl, "team/one", oneCall("greet"));
      await logCalls(fresh.serviceUrl, "team/two", oneCall("greet"));
      const page = await context.newPage();
      await signIn(page, fresh.url);
      await expect(page.getByRole("heading", { name: "Choose a project" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Open team/one" })).toBeVisible();
      await page.getByRole("button", { name: "Open team/two" }).click();
      await expect(page).toHaveURL(/\/two\/traces/);
    } finally {
      await context.close();
      await fresh.stop();
    }
  },
);

test("suggests a project that a client logged to, opens it on its calls, and gives a user a role there", async ({
  page,
  heddle,
  project,
  joinAs,
}) => {
  await logCalls(heddle.serviceUrl, project, oneCall("book_flight"));
  await page.goto("/settings/workspaces");
  const offered = providerAvailabilityOf(page, project);
  await expect(offered).toContainText("1 call");
  await offered.getByRole("button", { name: "Add" }).click();
  await expect(page).toHaveURL(/\/[^/]+\/traces/);
  await expect(callOf(page, "book_flight")).toBeVisible();

  const slug = new URL(page.url()).pathname.split("/")[1] ?? "";
  const { page: other, email } = await joinAs("viewer");
  await other.goto(`/${slug}/traces`);
  await expect(callOf(other, "book_flight")).toBeVisible();
  await page.goto("/settings/workspaces");
  await page.getByRole("button", { name: `Members of ${slug}`, exact: true }).press("Enter");
  const pane = page.getByRole("region", { name: `Members of ${slug}`, exact: true });
  const role = pane.getByRole("listitem").filter({ hasText: email }).getByRole("combobox");
  await expect(role).toHaveText("viewer everywhere");
  await role.press("Enter");
  await page.getByRole("option", { name: "no access" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
  await expect(role).toHaveText("no access");
  await other.reload();
  await expect(other.getByText(`Workspace ${slug} not found`)).toBeVisible();
});

test(
  "creates, renames and removes a workspace, without changing its project",
  heldBy(
    "app/(dashboard)/settings/workspaces/add-workspace.test.tsx",
    "shows at its field what is wrong, sends nothing then, and opens the list of the new workspace",
  ),
  async ({ page, heddle, project }) => {
    // Eight pages one after the other.
    test.slow();
    await logCalls(heddle.serviceUrl, project, oneCall("book_flight"));
    const slug = `typed-${project.replace(/\W+/g, "-")}`;
    await page.goto("/settings/workspaces");
    const form = page.getByRole("region", { name: "New workspace" });
    await form.getByLabel("Project", { exact: true }).fill("no slash");
    await form.getByRole("button", { name: "Create workspace" }).click();
    await expect(form.getByText("Enter the project as entity/project")).toBeVisible();
    await form.getByLabel("Project", { exact: true }).fill(project);
    await form.getByLabel("Short name").fill("Not A Slug");
    await form.getByRole("button", { name: "Create workspace" }).click();
    await expect(form.getByText("Lower-case letters, digits and single hyphens")).toBeVisible();
    await form.getByLabel("Short name").fill(slug);
    await form.getByRole("button", { name: "Create workspace" }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/traces`));

    await page.goto("/settings/workspaces");
    await page.getByRole("button", { name: `Rename ${slug}`, exact: true }).click();
    await page.getByRole("dialog").getByLabel("Short name").fill("settings");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await expect(page.getByText("This name is reserved for a page of the dashboard")).toBeVisible();
    await page.getByRole("dialog").getByLabel("Short name").fill(`${slug}-x`);
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(`/${slug}/traces`);
    await expect(page.getByText(`Workspace ${slug} not found`)).toBeVisible();
    await page.goto(`/${slug}-x/traces`);
    await expect(callOf(page, "book_flight")).toBeVisible();

    await page.goto("/settings/workspaces");
    await page.getByRole("button", { name: `Remove ${slug}-x`, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("link", { name: `${slug}-x`, exact: true })).toHaveCount(0);
    await expect(providerAvailabilityOf(page, project)).toContainText("1 call");
  },
);

test(
  "deletes a project with its data, after its name is typed",
  heldBy(
    "app/(dashboard)/settings/workspaces/workspace-dialogs.test.tsx",
    "keeps the project's data, unless an admin chooses otherwise and types the project's name",
  ),
  async ({ page, heddle, project }) => {
    await logCalls(heddle.serviceUrl, project, oneCall("book_flight"));
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto("/settings/workspaces");
    await page.getByRole("button", { name: `Remove ${slug}`, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: "Also delete the data of the project" }).click();
    await expect(dialog.getByRole("button", { name: "Delete project" })).toBeDisabled();
    await dialog.getByLabel(`Type ${project} to confirm`).fill(project);
    await expectAccessible(page);
    await expectFitsPhone(page);
    await dialog.getByRole("button", { name: "Delete project" }).click();
    await expect(page.getByText("Project deleted", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: slug, exact: true })).toHaveCount(0);
    expect(await send(heddle.serviceUrl, "/calls/query_stats", { project_id: project })).toMatchObject({ count: 0 });
  },
);

test("opens a project's workspace from a link printed by SDKs, and suggests creating a missing one", async ({
  page,
  heddle,
  project,
}) => {
  await logCalls(heddle.serviceUrl, project, oneCall("book_flight"));
  await page.goto(`/${project}`);
  await expect(page.getByRole("heading", { name: "This project has no workspace yet" })).toBeVisible();
  const { workspaces } = (await callApp(page, heddle.url, "workspaces.list", {})) as {
    workspaces: { projectId: string }[];
  };
  expect(workspaces.filter(({ projectId }) => projectId === project)).toEqual([]);
  await page.getByRole("button", { name: `Open ${project}` }).click();
  await expect(page).toHaveURL(/\/traces$/);
  const address = page.url();
  await page.goto(`/${project}`);
  await expect(page).toHaveURL(address);

  await page.goto("/nobody/nothing");
  await expect(page.getByRole("heading", { name: "Project nobody/nothing not found" })).toBeVisible();
});

test(
  "does not let a viewer create, rename or remove a workspace",
  heldBy("app/(dashboard)/settings/workspaces/add-workspace.test.tsx", "is closed to a viewer, and says why"),
  async ({ page, heddle, project, joinAs }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const { page: viewer } = await joinAs("viewer");
    await viewer.goto("/settings/workspaces");
    await expect(viewer.getByRole("link", { name: slug, exact: true })).toBeVisible();
    await expect(viewer.getByRole("button", { name: `Rename ${slug}`, exact: true })).toHaveCount(0);
    await expect(viewer.getByRole("button", { name: "Create workspace" })).toBeDisabled();
    const headers = { origin: heddle.url, "sec-fetch-site": "same-origin" };
    const data = { connectionId: "local", projectId: `${project}-x` };
    const refused = await viewer.request.post(`${heddle.url}/api/app/workspaces.create`, { data, headers });
    expect(refused.status()).toBe(403);
  },
);
