import { dashboardTemplates } from "@/lib/dashboard/templates";
import { SAMPLE_PROJECT } from "@/lib/sample/sample-project";
import type { Scene, Screen } from "./screen";

/** The ids of the sample's evaluations, the newest first. */
async function runsOf({ ask }: Scene): Promise<string[]> {
  const { runs } = (await ask("/evaluations/query", { project_id: SAMPLE_PROJECT })) as { runs: { id: string }[] };
  return runs.map(({ id }) => id);
}

/** A dashboard of the first template, over all time. */
async function dashboardOf({ callApp, slug }: Scene): Promise<string> {
  const { workspaces } = (await callApp("workspaces.list", {})) as { workspaces: { id: string; slug: string }[] };
  const workspaceId = workspaces.find((one) => one.slug === slug)?.id;
  const content = dashboardTemplates[0]?.content;
  const saved = await callApp("dashboards.save", { workspaceId, before: null, content });
  return `dashboards/${(saved as { dashboard: { id: string } }).dashboard.id}?t=all`;
}

/** Evaluations, leaderboards, dashboards, monitors, issues, watches, review queues, the playground and prompts. */
export const evaluationScreens: readonly Screen[] = [
  {
    name: "Evaluations",
    tier: "all",
    place: "sample",
    path: "evaluations",
    shows: (page) => page.getByRole("rowheader", { name: /first_step_cases/ }),
  },
  {
    name: "Evaluations, an empty project",
    tier: "all",
    place: "own",
    path: "evaluations",
    shows: (page) => page.getByText(/^No evaluations in .* yet$/),
  },
  {
    name: "An evaluation, with an open example",
    place: "sample",
    path: async (scene) => `evaluations/${(await runsOf(scene))[0]}`,
    open: (page) => page.getByRole("grid", { name: "Examples" }).locator("tbody tr[aria-rowindex]").first().click(),
    shows: (page) => page.getByRole("region", { name: "Example", exact: true }),
  },
  {
    name: "Evaluations, compared",
    place: "sample",
    path: async (scene) => `evaluations/compare?runs=${(await runsOf(scene)).slice(0, 2).reverse().join(",")}`,
    shows: (page) => page.getByRole("table", { name: "Compared evaluations" }),
  },
  {
    name: "Evaluations, compared, with two slices",
    tier: "all",
    place: "sample",
    path: async (scene) => `evaluations/compare?runs=${(await runsOf(scene)).slice(0, 2).reverse().join(",")}`,
    open: (page) => page.getByRole("button", { name: "Two slices" }).click(),
    shows: (page) => page.getByRole("region", { name: "Slices side by side" }).getByRole("table"),
  },
  {
    name: "A new evaluation",
    place: "sample",
    path: "evaluations/new",
    open: async (page) => {
      await page.getByRole("combobox", { name: "Table" }).click();
      await page.getByRole("option", { name: /^first_step_cases/ }).click();
      await page.getByRole("button", { name: "Add scorer: LLM judge" }).click();
    },
    shows: (page) => page.getByLabel("Judge", { exact: true }),
  },
  {
    name: "A new evaluation, for a viewer",
    tier: "all",
    place: "sample",
    as: "viewer",
    path: "evaluations/new",
    shows: (page) => page.getByText("Running models costs money and needs the member role."),
  },
  {
    name: "Monitors, with one that is off",
    place: "own",
    path: "evaluations/scoring/edit",
    open: async (page) => {
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Short");
      await page.getByRole("button", { name: "Add scorer: Regex" }).click();
      await page.getByLabel("Pattern").fill("^.{0,20}$");
      await page.getByRole("button", { name: "Save, off" }).click();
    },
    shows: (page) => page.getByRole("switch", { name: "Short: Off" }),
  },
  {
    name: "The form of a monitor",
    tier: "all",
    place: "sample",
    path: "evaluations/scoring/edit",
    open: async (page) => {
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Short");
      await page.getByRole("button", { name: "Add scorer: Regex" }).click();
      await page.getByLabel("Pattern").fill("(");
    },
    shows: (page) => page.getByText(/missing closing/),
    expected: /^422 /,
  },
  {
    name: "Issues, an empty project",
    tier: "all",
    place: "own",
    path: "issues",
    shows: (page) => page.getByText("No issues", { exact: true }),
  },
  {
    name: "Issues, with one open",
    place: "sample",
    path: "issues?t=all",
    open: (page) => page.getByRole("list", { name: "Open issues" }).getByRole("button").first().click(),
    shows: (page) => page.getByRole("region", { name: "In common" }).getByRole("heading"),
  },
  {
    name: "Issues, for a viewer",
    tier: "all",
    place: "sample",
    as: "viewer",
    path: "issues?t=all",
    shows: (page) => page.getByRole("list", { name: "Open issues" }).getByRole("button"),
  },
  {
    name: "Dashboards, an empty project",
    tier: "all",
    place: "own",
    path: "dashboards",
    shows: (page) => page.getByRole("list", { name: "Templates" }),
  },
  {
    name: "A dashboard",
    place: "sample",
    path: dashboardOf,
    shows: (page) => page.getByRole("list", { name: "Panels" }).getByRole("link", { name: /^Cost \S/ }),
  },
  {
    name: "A dashboard, edited",
    tier: "all",
    place: "sample",
    path: async (scene) => `${await dashboardOf(scene)}&edit=true`,
    open: (page) => page.getByRole("button", { name: /panel 7 of/ }).click(),
    shows: (page) => page.getByRole("complementary", { name: "Panel" }).getByLabel("Title"),
  },
  {
    name: "A dashboard, for a viewer",
    tier: "all",
    place: "sample",
    as: "viewer",
    path: dashboardOf,
    shows: (page) => page.getByRole("list", { name: "Panels" }).getByRole("link", { name: /^Cost \S/ }),
  },
  {
    name: "A dashboard that does not exist",
    tier: "all",
    place: "own",
    path: "dashboards/none",
    shows: (page) => page.getByText("This dashboard does not exist"),
    expected: /^404 /,
  },
  {
    name: "Watches, an empty project",
    tier: "all",
    place: "own",
    path: "watches",
    shows: (page) => page.getByText("Nothing is watched yet"),
  },
  {
    name: "Watches, with one that collects",
    place: "own",
    path: "watches/edit",
    open: async (page) => {
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Errors");
      await page.getByRole("button", { name: "Save watch" }).click();
    },
    shows: (page) => page.getByRole("table", { name: "Watches" }).getByText("Errors", { exact: true }),
  },
  {
    name: "Notifications of watches, none yet",
    tier: "all",
    place: "own",
    path: "watches/notifications",
    shows: (page) => page.getByText("Nothing has fired"),
  },
  {
    name: "Rules for all training runs",
    tier: "all",
    place: "own",
    path: "watches",
    open: (page) => page.getByRole("button", { name: "Rules for all runs…" }).click(),
    shows: (page) => page.getByRole("dialog", { name: "Watches of all training runs" }),
  },
  {
    name: "The rule of a watch, over the past",
    place: "sample",
    path: "watches/edit",
    open: (page) => page.getByRole("textbox", { name: "Name", exact: true }).fill("Errors"),
    shows: (page) => page.getByText(/^It would (?:never )?have fired/),
  },
  {
    name: "A new watch, for a viewer",
    tier: "all",
    place: "sample",
    as: "viewer",
    path: "watches/edit",
    shows: (page) => page.getByText("Creating a watch needs the member role."),
  },
  {
    name: "Channels, with the form of one",
    tier: "all",
    place: "own",
    path: "watches/channels",
    open: (page) => page.getByRole("button", { name: "New channel" }).first().click(),
    shows: (page) => page.getByRole("dialog", { name: "New channel" }),
  },
  {
    name: "Leaderboard",
    place: "sample",
    path: "leaderboard",
    shows: (page) => page.getByRole("table", { name: "first_step_board", exact: true }).getByRole("row").nth(1),
  },
  {
    name: "Review queues",
    tier: "all",
    place: "sample",
    path: "review",
    shows: (page) => page.getByRole("row", { name: /Conversations of version 3/ }),
  },
  {
    name: "Review, an item of a queue",
    place: "sample",
    path: async ({ ask }) => {
      const queue = (await ask("/annotation_queues/query", { project_id: SAMPLE_PROJECT, limit: 1 })) as { id: string };
      return `review/${queue.id}`;
    },
    shows: (page) => page.getByRole("complementary", { name: "Rubric" }).getByRole("radio"),
  },
  {
    name: "Playground, for a viewer",
    tier: "all",
    place: "sample",
    as: "viewer",
    path: "playground",
    shows: (page) => page.getByRole("heading", { name: "Viewers cannot run completions" }),
  },
  {
    name: "Playground, the form for a prompt",
    place: "sample",
    path: "playground?prompt=first_step_prompt:latest",
    open: (page) => page.getByRole("button", { name: "Save next version" }).click(),
    shows: (page) => page.getByRole("dialog", { name: /^Save/ }).getByRole("region", { name: "Stored content" }),
  },
];
