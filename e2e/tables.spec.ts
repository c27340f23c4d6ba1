import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { Upstream } from "@/test/faults/relay-upstream";
import { expectAccessible } from "./support/accessible";
import { heldBy } from "./support/held-by";
import { connectWorkspace, makeWorkspace } from "./support/open-workspace";
import { send } from "./support/service-client";
import { expect, test } from "./support/test";

/** Rows typical for datasets of agents: nested, mixed, with a number beyond floats and a formula. */
const rows = [
  { task: { id: 23, user: "james_patel" }, scores: { reward: 0.5 }, calls: [{ name: "book" }], note: "first" },
  { task: { id: 17, user: "amir_haddad" }, scores: { reward: 1 }, calls: [{ name: "cancel" }, { name: "pay" }] },
  { task: { id: 9, user: "mia_li" }, scores: { reward: 0.25 }, calls: [], note: "=HYPERLINK(1)" },
];

const BIG = "9007199254740993";

interface CreatedTable {
  readonly digest: string;
  readonly row_digests: readonly string[];
}

async function createTableOfCalls(
  serviceUrl: string,
  project: string,
  values: readonly unknown[] = rows,
): Promise<CreatedTable> {
  return (await send(serviceUrl, "/table/create", { table: { project_id: project, rows: values } })) as CreatedTable;
}

async function makeDataset(serviceUrl: string, project: string, name: string, digest: string): Promise<void> {
  const val = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"], name };
  const rowsRef = `weave:///${project}/table/${digest}`;
  await send(serviceUrl, "/obj/create", {
    obj: { project_id: project, object_id: name, val: { ...val, rows: rowsRef } },
  });
}

const sheet = (page: Page): Locator => page.getByRole("grid");

/** Row numbers in the order of the sheet. */
const rowNumbers = (page: Page): Promise<string[]> => sheet(page).locator('td[data-column="#"]').allTextContents();

const cell = (page: Page, row: number, column: string): Locator =>
  sheet(page).locator(`tr[data-index="${row}"]`).locator(`td[data-column="${column}"]`);

const currentCell = (page: Page): Locator => sheet(page).locator("td[aria-selected=true]");

test("opens a dataset from the list, reads nested rows as columns, and shows their origin", async ({
  page,
  heddle,
  project,
}) => {
  const { digest } = await createTableOfCalls(heddle.serviceUrl, project);
  await makeDataset(heddle.serviceUrl, project, "tasks-train", digest);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/tables`);
  const listed = page.getByRole("table", { name: "Datasets" }).getByRole("row", { name: /tasks-train/ });
  await expect(listed.getByRole("cell").nth(2)).toHaveText("3");

  await listed.getByRole("button", { name: "tasks-train" }).click();
  await expect(page.getByRole("heading", { name: "tasks-train" })).toBeVisible();
  await expect(page.getByText("from v0 of")).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get("digest")).toBe(digest);
  await expect(sheet(page).getByRole("columnheader", { name: /^task/ }).first()).toBeVisible();
  await expect(cell(page, 0, "task.user")).toHaveText("james_patel");
  await expect(cell(page, 1, "calls")).toHaveText("[2]cancel, pay");
  await expect(cell(page, 1, "note")).toHaveText("–");

  await page.goto(`/${slug}/tables`);
  await expect(page.getByRole("region", { name: "Opened in this browser" })).toContainText("tasks-train");
});

test(
  "sorts by a nested field on the service, one key after the other, and restores the order from the address",
  heldBy("app/(dashboard)/[workspace]/tables/tables-view.test.tsx", "sorts on the service by the header of a column"),
  async ({ page, heddle, project }) => {
    const { digest } = await createTableOfCalls(heddle.serviceUrl, project, [...rows, { ...rows[0], task: { id: 1 } }]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=${digest}`);
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1", "2", "3"]);
    await sheet(page).getByRole("button", { name: "reward", exact: true }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["1", "0", "3", "2"]);
    await expect(sheet(page).getByRole("columnheader", { name: /^reward/ })).toHaveAttribute("aria-sort", "descending");

    await page.getByRole("button", { name: "Sort key", exact: true }).click();
    await page.getByRole("dialog", { name: "Sort key" }).getByLabel("Field to sort by").fill("task.id");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Sort by task.id, descending/ }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["1", "3", "0", "2"]);
    await page.reload();
    await expect.poll(() => rowNumbers(page)).toEqual(["1", "3", "0", "2"]);
    await page.getByRole("button", { name: "Remove sort key scores.reward" }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["3", "2", "1", "0"]);
  },
);

test(
  "filters by digests of rows, and says how many rows clearing the filter would show",
  heldBy("app/(dashboard)/[workspace]/tables/tables-view.test.tsx", "shows rows with these digests only"),
  async ({ page, heddle, project }) => {
    const { digest, row_digests: digests } = await createTableOfCalls(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=${digest}`);
    const filter = page.getByRole("searchbox", { name: "Filter by row digest" });
    await filter.fill(`${digests[2]}, ${digests[0]}`);
    await filter.press("Enter");
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "2"]);

    await filter.fill("no-such-digest");
    await filter.press("Enter");
    await expect(page.getByRole("heading", { name: "No row has this digest" })).toBeVisible();
    await expect(page.getByText("Without the filter the table has 3 rows.")).toBeVisible();
    await page.getByRole("button", { name: "Clear filter" }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1", "2"]);
  },
);

test("moves from cell to cell by keys, opens and copies one, and expands a list into columns", async ({
  page,
  heddle,
  project,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { digest } = await createTableOfCalls(heddle.serviceUrl, project);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/tables?digest=${digest}`);
  await cell(page, 0, "task.user").click();
  await page.keyboard.press("ControlOrMeta+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("james_patel");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(currentCell(page)).toHaveText("[2]cancel, pay");

  await page.keyboard.press("Space");
  const viewer = page.getByRole("dialog", { name: "Value of calls" });
  await expect(viewer).toContainText("list of 2");
  await expect(viewer).toContainText("row 1");
  await page.keyboard.press("ArrowUp");
  await expect(viewer).toContainText("list of 1");
  await expect(page).toHaveURL(/[?&]cell=0\+/);
  await page.reload();
  await expect(viewer).toContainText("list of 1");
  await viewer.getByRole("button", { name: "Expand into columns" }).click();
  await expect(cell(page, 1, "calls[1].name")).toHaveText("pay");

  // A sequence has little time, so its keys do not wait for each other.
  await Promise.all([page.keyboard.press("g"), page.keyboard.press("g")]);
  await page.getByRole("dialog", { name: "Go to row" }).getByLabel("Row number").fill("2");
  await page.keyboard.press("Enter");
  await expect(sheet(page).locator('tr[data-index="2"] td[aria-selected=true]')).toBeVisible();
});

test(
  "shows statistics of a column over the loaded rows and finds words in them",
  heldBy("app/(dashboard)/[workspace]/tables/tables-view.test.tsx", "shows figures of a column over the loaded rows"),
  async ({ page, heddle, project }) => {
    const { digest } = await createTableOfCalls(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=${digest}`);
    await sheet(page).getByRole("button", { name: "About note" }).click();
    const about = page.getByRole("dialog", { name: "Column note" });
    await expect(about).toContainText("Over 3 rows, the full table");
    await expect(about).toContainText("Empty1 (33%)");
    await expectAccessible(page);
    await about.getByRole("button", { name: "Hide" }).click();
    await expect(cell(page, 0, "note")).toHaveCount(0);

    const find = page.getByRole("searchbox", { name: "Find in the loaded rows" });
    await find.fill("MIA");
    await expect(page.getByText("1 row of 3 loaded")).toBeVisible();
    await find.press("Enter");
    await expect(sheet(page).locator('tr[data-index="2"] td[aria-selected=true]')).toBeVisible();
  },
);

test(
  "exports the sheet in its order: a CSV without formulas for spreadsheets, and JSONL with exact digits",
  heldBy("app/(dashboard)/[workspace]/tables/export/export-table.test.ts", "is a CSV with a column for each path"),
  async ({ page, heddle, project }) => {
    const body = JSON.stringify({ table: { project_id: project, rows: [...rows, { big: "BIG", float: "FLOAT" }] } });
    const exact = body.replace('"BIG"', BIG).replace('"FLOAT"', "1.0");
    const { digest } = (await send(heddle.serviceUrl, "/table/create", exact)) as CreatedTable;
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=${digest}&sort=task.id`);
    await expect.poll(() => rowNumbers(page)).toEqual(["2", "1", "0", "3"]);
    await expect(cell(page, 3, "big")).toHaveText(BIG);
    await expect(cell(page, 3, "float")).toHaveText("1.0");

    const exported = async (name: string) => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await page.getByRole("menuitem", { name }).click();
      const file = await download;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    const csv = await exported("CSV");
    expect(csv.name).toBe(`table-${digest.slice(0, 12)}.csv`);
    const lines = csv.text.split("\r\n");
    expect(lines[0]).toBe("\ufefforiginal_index,row_digest,task.id,task.user,scores.reward,calls,note,big,float");
    expect(lines[1]).toContain(",9,mia_li,0.25,[],'=HYPERLINK(1),,");
    expect(lines[4]).toContain(`,${BIG},1.0`);
    const jsonl = await exported("JSONL");
    expect(jsonl.text.split("\n")[3]).toBe(`{"big":${BIG},"float":1.0}`);
    await expect(page.getByText(/Exported 4 rows to/).first()).toBeVisible();
  },
);

test(
  "explains a missing table, an empty one, and a wrong address",
  heldBy(
    "app/(dashboard)/[workspace]/tables/tables-view.test.tsx",
    "says that a table is unknown, that it has no rows",
  ),
  async ({ page, heddle, project }) => {
    const { digest } = await createTableOfCalls(heddle.serviceUrl, project, []);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=0123456789abcdef`);
    await expect(page.getByRole("heading", { name: "No table with this digest" })).toBeVisible();
    await page.goto(`/${slug}/tables?digest=${digest}`);
    await expect(page.getByRole("heading", { name: "This table has no rows" })).toBeVisible();
    await page.getByRole("button", { name: "All tables" }).click();
    await expect(page.getByRole("heading", { name: /^No datasets in/ })).toBeVisible();
    await expect(page.locator("pre")).toContainText(`:${new URL(heddle.serviceUrl).port}`);
    const address = page.getByLabel("Digest or ref of a table");
    await address.fill("weave:///other/project/table/0123456789abcdef");
    await address.press("Enter");
    await expect(page.getByText(/other\/project/)).toBeVisible();
  },
);

test(
  "keeps the rows of a stream that breaks, says so, and continues after them",
  heldBy(
    "app/(dashboard)/[workspace]/tables/export/export-reader.test.ts",
    "continue after the last row when a stream breaks",
  ),
  async ({ page, heddle, project, upstream }) => {
    const service = breakAfter(3, upstream);
    const slug = await connectWorkspace(page, heddle.url, project, upstream);
    await page.goto(`/${slug}/tables?digest=0123456789abcdef`);
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1", "2"]);
    service.cut();
    await expect(page.getByRole("alert").filter({ hasText: "Stream ended early at 3" })).toBeVisible();
    service.mend();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1", "2", "3", "4"]);
    await expect(page.getByRole("alert").filter({ hasText: "Stream ended early" })).toHaveCount(0);
  },
);

test(
  "stops with the loaded rows, and continues after them",
  heldBy(
    "app/(dashboard)/[workspace]/tables/stream/table-source.test.ts",
    "are as many as requested, and after an interruption only the missing ones",
  ),
  async ({ page, heddle, project, upstream }) => {
    const service = breakAfter(2, upstream);
    const slug = await connectWorkspace(page, heddle.url, project, upstream);
    await page.goto(`/${slug}/tables?digest=0123456789abcdef`);
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1"]);
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Stopped by you at 2" })).toBeVisible();
    await expect(page.getByText("Rows 1 to 2 of 2 loaded")).toBeVisible();
    service.mend();
    await page.getByRole("alert").getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1", "2", "3", "4"]);
    await expect(page.getByRole("alert").filter({ hasText: "Stopped by you" })).toHaveCount(0);
  },
);

test(
  "compares two tables row by row: added, removed, changed and moved, down to the cell",
  heldBy(
    "app/(dashboard)/[workspace]/tables/tables-view.test.tsx",
    "compares with another table, opens a changed value",
  ),
  async ({ page, heddle, project }) => {
    const [first, second, third] = rows;
    const unchanged = { task: { id: 40, user: "raj" }, scores: { reward: 0 }, calls: [], note: "stays" };
    const { digest: before } = await createTableOfCalls(heddle.serviceUrl, project, [first, second, third, unchanged]);
    const changed = { ...second, scores: { reward: 0.75 } };
    const added = { task: { id: 50, user: "olivia" }, scores: { reward: 1 }, calls: [] };
    const { digest: after } = await createTableOfCalls(heddle.serviceUrl, project, [unchanged, first, changed, added]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=${after}`);
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1", "2", "3"]);
    await page.getByRole("button", { name: "Compare with another table" }).click();
    const menu = page.getByRole("dialog", { name: "Compare with" });
    await menu.getByLabel("Digest or ref of a table").fill(before);
    await menu.getByRole("button", { name: "Compare" }).click();

    const kinds = { Added: 1, Removed: 1, Changed: 1, Moved: 1, Unchanged: 1 };
    for (const [kind, count] of Object.entries(kinds)) {
      await expect(page.getByRole("button", { name: `${kind} ${count}`, exact: true })).toBeVisible();
    }
    await expect(page.getByRole("combobox", { name: "Key column" })).toContainText("task.id");
    const differences = page.getByRole("grid", { name: "Differences" });
    await expect(differences.locator("tbody tr[data-index]")).toHaveCount(4);
    const changedCell = differences.locator('td[data-column="scores.reward"]').filter({ hasText: "→" });
    await expect(changedCell).toHaveText("before 1→after 0.75");
    await changedCell.click();
    await expect(page.getByRole("dialog", { name: "scores.reward" })).toContainText("0.75");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Added 1", exact: true }).click();
    await expect(differences.locator("tbody tr[data-index]")).toHaveCount(3);
    await page.reload();
    await expect(differences.locator("tbody tr[data-index]")).toHaveCount(3);
    await page.getByRole("combobox", { name: "Key column" }).click();
    await page.getByRole("option", { name: "digest only" }).click();
    await expect(page.getByRole("button", { name: "Changed 0", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Close comparison" }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1", "2", "3"]);
  },
);

test("creates a table from a CSV file and saves it as a dataset, and rejects a broken file as a whole", async ({
  page,
  heddle,
  project,
}) => {
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/tables`);
  await page.getByRole("button", { name: "Create table from file" }).click();
  const dialog = page.getByRole("dialog", { name: "Create table from file" });
  const file = dialog.getByLabel("File of rows");
  await file.setInputFiles({ name: "bad.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2,3\n") });
  await expect(dialog.getByRole("alert")).toContainText("Record 2 has 3 cells");
  const text = `task.id,task.user,zip,big\n1,"li, mia",007,${BIG}\n2,raj,123,1\n`;
  await file.setInputFiles({ name: "my tasks.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(dialog.getByText("2 rows, 4 columns")).toBeVisible();
  await expect(dialog.getByLabel("Dataset name")).toHaveValue("my-tasks");
  await dialog.getByRole("button", { name: "Create table" }).click();

  await expect(page.getByRole("heading", { name: "my-tasks" })).toBeVisible();
  await expect(cell(page, 0, "task.user")).toHaveText("li, mia");
  await expect(cell(page, 0, "zip")).toHaveText("007");
  await expect(cell(page, 0, "big")).toHaveText(BIG);
  await page.goto(`/${slug}/tables`);
  await expect(page.getByRole("table", { name: "Datasets" }).getByRole("row", { name: /my-tasks/ })).toBeVisible();
});

/** Columns as shown, from left to right. */
const columnIds = (page: Page): Promise<(string | null)[]> =>
  sheet(page)
    .locator('tbody tr[data-index="0"] td[data-column]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-column")));

test("reorders columns by keys, by the menu and by dragging, and restores them from the address", async ({
  page,
  heddle,
  project,
}) => {
  const { digest } = await createTableOfCalls(heddle.serviceUrl, project, [{ a: 1, b: "two", c: [3] }]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/tables?digest=${digest}`);
  await expect.poll(() => columnIds(page)).toEqual(["#", "@digest", "a", "b", "c"]);
  await cell(page, 0, "b").click();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => columnIds(page)).toEqual(["#", "@digest", "b", "a", "c"]);
  await expect(currentCell(page)).toHaveText("two");
  await sheet(page).getByRole("button", { name: "About c" }).click();
  await page.getByRole("dialog", { name: "Column c" }).getByRole("button", { name: "Move left" }).click();
  await expect.poll(() => columnIds(page)).toEqual(["#", "@digest", "b", "c", "a"]);
  const head = (name: string) => sheet(page).getByRole("columnheader", { name: new RegExp(`^${name}`) });
  await head("a")
    .getByRole("button", { name: "a", exact: true })
    .dragTo(head("digest"), { targetPosition: { x: 4, y: 8 } });
  await expect.poll(() => columnIds(page)).toEqual(["#", "a", "@digest", "b", "c"]);
  await page.reload();
  await expect.poll(() => columnIds(page)).toEqual(["#", "a", "@digest", "b", "c"]);

  await page.getByRole("button", { name: /^Columns/ }).click();
  const columns = page.getByRole("dialog", { name: "Columns" });
  await columns.getByRole("button", { name: "Freeze c" }).click();
  await expect.poll(() => columnIds(page)).toEqual(["#", "c", "a", "@digest", "b"]);
  await columns.getByRole("button", { name: "Freeze c" }).click();
  await columns.getByRole("button", { name: "Original order" }).click();
  await expect.poll(() => columnIds(page)).toEqual(["#", "@digest", "a", "b", "c"]);
});

test(
  "requests a part of the rows and says which part it is",
  heldBy(
    "app/(dashboard)/[workspace]/tables/tables-view.test.tsx",
    "asks for a part of the rows, and says which part it is",
  ),
  async ({ page, heddle, project }) => {
    const many = Array.from({ length: 40 }, (_, index) => ({ n: index }));
    const { digest } = await createTableOfCalls(heddle.serviceUrl, project, many);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=${digest}&sort=-n`);
    await expect.poll(async () => (await rowNumbers(page))[0]).toBe("39");
    await page.getByRole("button", { name: "All rows" }).click();
    const rangeDialog = page.getByRole("dialog", { name: "Range of rows" });
    await rangeDialog.getByLabel("Rows to skip").fill("2");
    await rangeDialog.getByLabel("Maximum rows").fill("3");
    await rangeDialog.getByRole("button", { name: "Load" }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["37", "36", "35"]);
    await expect(page.getByText("Showing rows 3 to 5 of 40")).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect.poll(() => rowNumbers(page)).toEqual(["37", "36", "35"]);
    await page.getByRole("button", { name: "Up to 3 rows from 2" }).click();
    await rangeDialog.getByRole("button", { name: "All rows" }).click();
    await expect.poll(async () => (await rowNumbers(page))[0]).toBe("39");
  },
);

test(
  "filters the loaded rows by the value of a cell, and says when none match",
  heldBy(
    "app/(dashboard)/[workspace]/tables/tables-view.test.tsx",
    "filters the loaded rows by the value of a cell, and says when none match",
  ),
  async ({ page, heddle, project }) => {
    const { digest } = await createTableOfCalls(heddle.serviceUrl, project, [
      { user: "mia", ok: true },
      { user: "raj", ok: true },
      { user: "mia", ok: false },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=${digest}`);
    await cell(page, 0, "user").click();
    await page.keyboard.press("f");
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "2"]);
    await expect(page.getByText("2 of 3 loaded rows")).toBeVisible();
    await cell(page, 1, "ok").click();
    await page.keyboard.press("Space");
    await page.getByRole("dialog", { name: "Value of ok" }).getByRole("button", { name: "Rows without this" }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["0"]);
    await page.reload();
    await expect.poll(() => rowNumbers(page)).toEqual(["0"]);
    await cell(page, 0, "ok").click();
    await page.keyboard.press("Space");
    await page.getByRole("dialog", { name: "Value of ok" }).getByRole("button", { name: "Rows without this" }).click();
    await expect(page.getByRole("heading", { name: "None of 3 loaded rows matches all 3 filters" })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1", "2"]);

    await cell(page, 1, "@digest").click();
    await page.keyboard.press("f");
    await expect.poll(() => rowNumbers(page)).toEqual(["1"]);
    await expect(page.getByRole("searchbox", { name: "Filter by row digest" })).not.toHaveValue("");
  },
);

test("appends the rows of a file, which creates a new version, and compares it with the previous one", async ({
  page,
  heddle,
  project,
}) => {
  const { digest } = await createTableOfCalls(heddle.serviceUrl, project, [{ id: 1, note: "kept" }]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/tables?digest=${digest}`);
  await page.getByRole("button", { name: "Save as a dataset" }).click();
  const saving = page.getByRole("dialog", { name: "Save as a dataset" });
  await saving.getByLabel("Dataset name").fill("notes");
  await saving.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("from v0 of")).toBeVisible();

  await page.getByRole("button", { name: "Append rows" }).click();
  const dialog = page.getByRole("dialog", { name: "Append rows from a file" });
  const file = { name: "more.csv", mimeType: "text/csv", buffer: Buffer.from("id,note\n2,added\n") };
  await dialog.getByLabel("File of rows").setInputFiles(file);
  await expect(dialog.getByLabel("Dataset name")).toHaveValue("notes");
  await dialog.getByRole("button", { name: "Append rows" }).click();
  await expect(page.getByText("from v1 of")).toBeVisible();
  await expect.poll(() => rowNumbers(page)).toEqual(["0", "1"]);
  await expect(cell(page, 0, "note")).toHaveText("kept");
  await expect(cell(page, 1, "note")).toHaveText("added");

  await page.getByRole("button", { name: "Compare with another table" }).click();
  await page.getByRole("dialog", { name: "Compare with" }).getByRole("button", { name: /^v0/ }).click();
  await expect(page.getByRole("button", { name: "Added 1", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Unchanged 1", exact: true })).toBeVisible();
});

test(
  "edits and deletes rows in place, which creates a new version",
  heldBy(
    "app/(dashboard)/[workspace]/tables/tables-view.test.tsx",
    "changes a value and deletes a row, and stores both as a new table",
  ),
  async ({ page, heddle, project }) => {
    const { digest } = await createTableOfCalls(heddle.serviceUrl, project, [
      { id: 1, note: "old" },
      { id: 2, note: "superfluous" },
      { id: 3, note: "kept" },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=${digest}`);
    await cell(page, 0, "note").click();
    await page.keyboard.press("Space");
    const viewer = page.getByRole("dialog", { name: "Value of note" });
    await viewer.getByRole("button", { name: "Edit value" }).click();
    await expectAccessible(page);
    await viewer.getByRole("textbox", { name: "New value of note" }).fill("new");
    await viewer.getByRole("button", { name: "Change value" }).click();
    await expect(cell(page, 0, "note")).toHaveText("new");
    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
    await cell(page, 1, "note").click();
    await page.keyboard.press("Space");
    await viewer.getByRole("button", { name: "Delete row" }).click();
    const changes = page.getByRole("region", { name: "Changes" });
    await expect(changes).toContainText("1 row changed, 1 row deleted");
    await expectAccessible(page);
    await changes.getByRole("button", { name: "Save as new table" }).click();
    await expect(page).not.toHaveURL(new RegExp(digest));
    await expect(changes).toBeHidden();
    await expect.poll(() => rowNumbers(page)).toEqual(["0", "1"]);
    await expect(cell(page, 0, "note")).toHaveText("new");
    await expect(cell(page, 1, "note")).toHaveText("kept");
  },
);

/**
 * Creates a service with a table of five rows, whose stream hangs after some of them, to be cut there, until it is
 * repaired.
 */
function breakAfter(rowCount: number, upstream: Upstream): { cut: () => void; mend: () => void } {
  let isBroken = true;
  let cut = () => {};
  const line = (index: number) =>
    `${JSON.stringify({ digest: `r${index}`, val: { n: index }, original_index: index })}\n`;
  upstream.reply = (response, { path, body }) => {
    if (path !== "/table/query_stream") {
      response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not Found"}');
      return;
    }
    const { offset = 0 } = JSON.parse(body.toString()) as { offset?: number };
    const end = isBroken ? rowCount : 5;
    response.writeHead(200, { "content-type": "application/jsonl" });
    response.write(Array.from({ length: Math.max(0, end - offset) }, (_, index) => line(offset + index)).join(""));
    if (!isBroken) response.end();
    else cut = () => void response.destroy();
  };
  return {
    cut: () => cut(),
    mend: () => {
      isBroken = false;
    },
  };
}
