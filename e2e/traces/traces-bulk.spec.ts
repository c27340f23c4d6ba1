import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, type SeedCall } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

const rows = (page: Page) => page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");
const selection = (page: Page) => page.getByRole("region", { name: "Selection" });

/** Three traces; the first has two calls below its root, one of them below the other. */
async function openThree(page: Page, heddle: { url: string; serviceUrl: string }, project: string) {
  const root = { startedAt: ago(5), durationMs: 10 };
  const ids = await logCalls(heddle.serviceUrl, project, [
    { ...root, op: "first", inputs: { text: "=1+1", n: 1 }, output: "one", startedAt: ago(3) },
    { ...root, op: "second", inputs: { text: "two, words", n: 2 }, output: { ok: true }, startedAt: ago(4) },
    { ...root, op: "third", inputs: { text: "three", n: 3 }, exception: "no", startedAt: ago(5) },
  ]);
  const [traceId = ""] = ids;
  const [child] = await logCalls(heddle.serviceUrl, project, [{ ...root, op: "child", parent: traceId, traceId }]);
  await logCalls(heddle.serviceUrl, project, [{ ...root, op: "grandchild", parent: child ?? "", traceId }]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces`);
  await expect(rows(page)).toHaveCount(3);
  return { slug, ids };
}

/** Chooses options of an export dialog, and returns the file. The file picker is not part of a page. */
async function exported(page: Page, format: string, content: string): Promise<{ name: string; text: string }> {
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("radio", { name: format, exact: true }).click();
  await dialog.getByRole("radio", { name: content }).click();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  const file = await download;
  await expect(dialog).toBeHidden();
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "showSaveFilePicker", { value: undefined });
  });
});

test(
  "exports matching calls with the columns and the order of the list",
  heldBy(
    "app/(dashboard)/[workspace]/traces/bulk/calls-export-format.test.ts",
    "start with the id, then the columns of the list",
  ),
  async ({ page, heddle, project }) => {
    const { slug, ids } = await openThree(page, heddle, project);
    await page.goto(`/${slug}/traces?cols=op,inputs.text,inputs.n,status&sort=inputs.n`);
    await expect(rows(page)).toContainText(["first", "second", "third"]);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Export" })).toContainText("3 rows: matching calls");
    const csv = await exported(page, "CSV", "Shown columns");
    expect(csv.name).toMatch(/-traces-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.text.split("\r\n")).toEqual([
      "\ufeffid,status,op_name,inputs.text,inputs.n,exception",
      `${ids[0]},success,first,'=1+1,1,`,
      `${ids[1]},success,second,"two, words",2,`,
      expect.stringMatching(new RegExp(`^${ids[2]},error,third,three,3,.`)),
      "",
    ]);
    await page.keyboard.press("e");
    const json = await exported(page, "JSON", "Everything");
    expect((JSON.parse(json.text) as { op_name: string }[]).map(({ op_name }) => op_name)).toEqual([
      "first",
      "second",
      "third",
    ]);
  },
);

test(
  "exports calls that can be imported again",
  heldBy("app/(dashboard)/[workspace]/traces/bulk/calls-export-format.test.ts", "can be imported again, line by line"),
  async ({ page, heddle, project }) => {
    const { slug } = await openThree(page, heddle, project);
    await page.goto(`/${slug}/traces?grain=all`);
    await expect(rows(page)).toHaveCount(5);
    await page.keyboard.press("e");
    const { text } = await exported(page, "JSONL", "Everything");
    expect(text.trim().split("\n")).toHaveLength(5);

    const copy = await makeWorkspace(page, heddle.url, `${project}-copy`);
    await page.goto(`/${copy}/import`);
    const file = { name: "calls.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) };
    await page.getByLabel("Choose a file to import").setInputFiles(file);
    await page.getByRole("button", { name: "Import 5 calls" }).click();
    await expect(page.getByText(/5 calls/).first()).toBeVisible();
    await page.goto(`/${copy}/traces?grain=all&t=all`);
    await expect(rows(page)).toHaveCount(5);
    await expect(rows(page).filter({ hasText: "grandchild" })).toHaveCount(1);
  },
);

test(
  "reports an incomplete file, and saves none",
  heldBy(
    "app/(dashboard)/[workspace]/traces/bulk/read-selected-calls.test.ts",
    "fails when a stream breaks repeatedly without a new row",
  ),
  async ({ page, heddle, project }) => {
    await openThree(page, heddle, project);
    await page.route("**/calls.streamQuery", async (route) => {
      if (!route.request().postData()?.includes("exception")) return route.continue();
      await route.fulfill({ status: 200, contentType: "application/x-ndjson", body: '{"id":"a' });
    });
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: "Export" });
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("No file was saved");
    await expect(dialog.getByRole("alert")).toContainText("ended early");
  },
);

test(
  "deletes the selected calls and their children after showing the count",
  heldBy("app/(dashboard)/[workspace]/traces/bulk/use-bulk.test.tsx", "keeps the selection when a deletion is undone"),
  async ({ page, heddle, project }) => {
    await openThree(page, heddle, project);
    await page.getByRole("checkbox", { name: "Select first" }).click();
    await page.getByRole("checkbox", { name: "Select third" }).click({ modifiers: ["Shift"] });
    await expect(selection(page)).toContainText("3 selected");
    await page.getByRole("checkbox", { name: "Select third" }).click();
    await expect(selection(page)).toContainText("2 selected");
    await selection(page).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 2 calls?" });
    await expect(dialog).toContainText("2 calls and 2 child calls will be deleted, 4 in total.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Delete" }).click();

    // Nothing is sent while the deletion can be undone.
    const band = page.getByRole("region", { name: "Deletion" });
    await band.getByRole("button", { name: "Undo" }).click();
    await expect(selection(page)).toContainText("2 selected");
    await expect(rows(page)).toHaveCount(3);

    await selection(page).getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(band).toContainText("2 calls will be deleted");
    await band.getByRole("button", { name: "Delete now" }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText("third");
    await expect(band).toBeHidden();
  },
);

test(
  "does not select rows of the previous query",
  heldBy("components/table/select-column.test.tsx", "cannot be chosen while they are of the previous query"),
  async ({ page, heddle, project }) => {
    await openThree(page, heddle, project);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/calls.streamQuery", async (route) => {
      await released;
      await route.continue();
    });
    const box = page.getByRole("checkbox", { name: "Select third" });
    await expect(box).toBeEnabled();
    await page.getByRole("radio", { name: /^All calls/ }).click();
    await expect(box).toBeDisabled();
    release();
    await expect(rows(page)).toHaveCount(5);
    await box.click();
    await expect(selection(page)).toContainText("1 selected");
  },
);

test(
  "selects all matching calls, loaded or not, and requires their number before deleting them",
  heldBy("app/(dashboard)/[workspace]/traces/bulk/use-bulk.test.tsx", "names the rows to delete, except"),
  async ({ page, heddle, project }) => {
    const many = Array.from(
      { length: 260 },
      (_, index): SeedCall => ({
        op: index % 2 === 0 ? "even" : "odd",
        startedAt: ago(index / 10 + 1),
        durationMs: 10,
      }),
    );
    await logCalls(heddle.serviceUrl, project, [...many, { op: "other", startedAt: ago(60), durationMs: 10 }]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces?q=${encodeURIComponent("-op:other")}`);
    await expect(page.getByText("of 260").first()).toBeVisible();
    await page.getByRole("checkbox", { name: "Select all loaded rows" }).click();
    await expect(selection(page)).toContainText("200 selected");
    await selection(page).getByRole("button", { name: "Select all 260 matching" }).click();
    await expect(selection(page)).toContainText("All 260 selected");

    await page.keyboard.press("e");
    const { text } = await exported(page, "CSV", "Shown columns");
    expect(text.trim().split("\r\n")).toHaveLength(261);

    await selection(page).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 260 calls?" });
    const confirm = dialog.getByRole("button", { name: "Delete" });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole("textbox").fill("260");
    await confirm.click();
    await page.getByRole("button", { name: "Delete now" }).click();
    await expect(page.getByText("No calls match the filter")).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(rows(page)).toHaveCount(1);
  },
);

test(
  "creates a dataset from calls and appends rows to it",
  heldBy("lib/dataset/rows-of-calls.test.ts", "builds a row from the values at the paths"),
  async ({ page, heddle, project }) => {
    const { slug } = await openThree(page, heddle, project);
    await page.goto(`/${slug}/traces?cols=op,inputs.text`);
    await page.getByRole("checkbox", { name: "Select first" }).click();
    await page.getByRole("checkbox", { name: "Select second" }).click();
    await selection(page).getByRole("button", { name: "Add to dataset" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to dataset" });
    await expect(dialog.getByRole("textbox", { name: "Name of inputs.text" })).toHaveValue("text");
    await dialog.getByRole("combobox", { name: "Path to add" }).fill("output");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByLabel("Dataset").fill("picked calls");
    await expect(dialog).toContainText("Creates the dataset picked-calls.");
    await dialog.getByRole("button", { name: "Create dataset" }).click();
    await expect(page).toHaveURL(/\/tables\?digest=.*picked-calls/);
    await expect(page.getByRole("grid").getByText("two, words")).toBeVisible();

    await page.goto(`/${slug}/traces?cols=op,inputs.text`);
    await page.getByRole("checkbox", { name: "Select third" }).click();
    await selection(page).getByRole("button", { name: "Add to dataset" }).click();
    await dialog.getByLabel("Dataset").fill("picked-calls");
    await expect(dialog.getByRole("radio", { name: "Append rows" })).toBeChecked();
    await dialog.getByRole("button", { name: "Create version" }).click();
    await expect(page.getByRole("grid").getByText("three")).toBeVisible();
    await expect(page.getByRole("grid").getByText("two, words")).toBeVisible();
  },
);
