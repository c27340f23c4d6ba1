import { SAMPLE_PROJECT } from "@/lib/sample/sample-project";
import type { Scene, Screen } from "./screen";

/** The digest of the table that a dataset of the sample consists of. */
async function tableOf({ ask }: Scene, dataset: string): Promise<string> {
  const body = { project_id: SAMPLE_PROJECT, object_id: dataset, digest: "latest" };
  const { obj } = (await ask("/obj/read", body)) as { obj: { val: { rows: string } } };
  return obj.val.rows.split("/").at(-1) ?? "";
}

/** Stores a table in the screen's project and returns its digest. */
async function storeTable({ ask, project }: Scene, rows: readonly unknown[]): Promise<string> {
  const made = await ask("/table/create", { table: { project_id: project, rows } });
  return (made as { digest: string }).digest;
}

/** Stores a version of an object in the screen's project. */
const publish = ({ ask, project }: Scene, id: string, val: unknown) =>
  ask("/obj/create", { obj: { project_id: project, object_id: id, val } });

const PROMPT = "objects?object=first_step_prompt";

/** Objects, tables, costs and the start page. */
export const storedScreens: readonly Screen[] = [
  {
    name: "Objects, the messages of a prompt",
    place: "sample",
    path: `${PROMPT}&tab=content`,
    shows: (page) => page.getByRole("region", { name: "Messages" }),
  },
  {
    name: "Objects, the difference of two versions in one column",
    tier: "all",
    place: "sample",
    path: `${PROMPT}&tab=diff&layout=unified&view=versions`,
    shows: (page) => page.getByRole("region", { name: "Differences" }).locator("ins"),
  },
  {
    name: "Objects, calls and objects that use a version",
    tier: "all",
    place: "sample",
    path: "objects?object=airline_prompt&tab=used",
    shows: (page) => page.getByRole("region", { name: "Referencing objects" }).getByRole("listitem"),
  },
  {
    name: "Objects, the figures of versions",
    tier: "all",
    place: "sample",
    path: `${PROMPT}&tab=figures&t=all`,
    shows: (page) => page.getByRole("table", { name: "Figures of versions" }),
  },
  {
    name: "Objects, the form for an alias beside a deleted version",
    tier: "all",
    place: "own",
    seed: async (scene) => {
      for (const note of ["a", "b", "c"]) await publish(scene, "policy", { note });
      await scene.ask("/obj/delete", { project_id: scene.project, object_id: "policy", digests: ["v1"] });
    },
    path: "objects?object=policy&tab=content",
    open: (page) => page.getByRole("button", { name: "Set alias" }).click(),
    shows: (page) => page.getByRole("textbox", { name: "Alias", exact: true }),
  },
  {
    name: "Objects, an empty project",
    tier: "all",
    place: "own",
    path: "objects",
    shows: (page) => page.getByRole("heading", { name: /^No objects in .* yet$/ }),
  },
  {
    name: "Tables, the datasets of a project",
    tier: "all",
    place: "sample",
    path: "tables",
    shows: (page) => page.getByRole("table", { name: "Datasets" }),
  },
  {
    name: "Tables, a sheet with an open value",
    place: "sample",
    path: async (scene) => `tables?digest=${await tableOf(scene, "first_step_cases")}`,
    open: async (page) => {
      await page.getByRole("grid").locator('tr[data-index="1"] td[data-column]').nth(2).click();
      await page.keyboard.press("Space");
    },
    shows: (page) => page.getByRole("dialog", { name: /^Value of / }),
  },
  {
    name: "Tables, two tables compared",
    tier: "all",
    place: "own",
    path: async (scene) => {
      const before = await storeTable(scene, [{ id: 1, note: "a" }, { id: 2, note: "b" }, { id: 3 }]);
      const after = await storeTable(scene, [{ id: 3 }, { id: 1, note: "changed" }, { id: 4, note: "d" }]);
      return `tables?digest=${after}&base=${before}`;
    },
    shows: (page) => page.getByRole("grid", { name: "Differences" }).locator("tbody tr[data-index]"),
  },
  {
    name: "Tables, the form for a file in an empty project",
    tier: "all",
    place: "own",
    path: "tables",
    open: (page) => page.getByRole("button", { name: "Create table from file" }).click(),
    shows: (page) => page.getByRole("dialog", { name: "Create table from file" }),
  },
  {
    name: "Costs, prices with their map and a record",
    tier: "all",
    place: "sample",
    path: "costs?pane=record&t=all",
    shows: (page) => page.getByRole("region", { name: "Price map" }).getByRole("button"),
  },
  {
    name: "Costs, the spend by model",
    place: "sample",
    path: "costs?t=all",
    shows: (page) => page.getByRole("grid", { name: "Spend by model" }).getByRole("gridcell"),
  },
  {
    name: "Costs, a budget with its spend, and the form for one",
    tier: "all",
    place: "own",
    seed: async ({ ask, project }) => {
      const settings = { name: "Month", scope: "project", period: "month", limit_usd: 50 };
      await ask("/budgets/save", { project_id: project, settings });
    },
    path: "costs?view=budgets",
    open: async (page) => {
      await page.getByRole("table", { name: "Budgets" }).waitFor();
      await page.getByRole("button", { name: "New budget" }).click();
    },
    shows: (page) => page.getByRole("dialog", { name: "New budget" }).getByRole("textbox", { name: "Name" }),
  },
  {
    name: "Costs, the form for a price in an empty project",
    tier: "all",
    place: "own",
    path: "costs?new=gpt-4o",
    shows: (page) => page.getByRole("dialog", { name: "Add price" }),
  },
  {
    name: "Costs, a service without prices",
    tier: "all",
    place: "bare",
    path: "costs?view=prices",
    shows: (page) => page.getByRole("heading", { name: /^No prices in/ }),
    expected: /^404 /,
  },
];
