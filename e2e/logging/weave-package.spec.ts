import type { Locator, Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { runWeave } from "@/e2e/support/run-weave";
import { expect, test } from "@/e2e/support/test";

interface ReadBack {
  readonly calls: readonly {
    readonly id: string;
    readonly parent_id: string | null;
    readonly trace_id: string;
    readonly op_name: string;
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly output: unknown;
    readonly exception: string | null;
    readonly ended_at: string | null;
  }[];
  readonly dataset: { readonly name: string; readonly rows: readonly unknown[] };
}

/** Logs two bookings with the official package: each asks for two quotes, each quote for the tax. One booking fails. */
async function logBookings(serviceUrl: string, project: string): Promise<string> {
  return ((await runWeave("weave-program.mjs", serviceUrl, [project])) as { ref: string }).ref;
}

/** The rows of the list with this op. */
function callRows(page: Page, op: string): Locator {
  return page.getByRole("grid", { name: "Traces" }).getByRole("row").filter({ hasText: op });
}

function currentRow(page: Page): Locator {
  return page.getByRole("grid", { name: "Traces" }).locator("tr[aria-current=true]");
}

function peek(page: Page): Locator {
  return page.getByRole("complementary", { name: "Peek" });
}

test("logs nested, failing and async functions with the official package, saves a dataset and reads both back", async ({
  heddle,
  project,
}) => {
  const ref = await logBookings(heddle.serviceUrl, project);
  expect(ref).toMatch(new RegExp(`^weave:///${project}/object/passengers:[A-Za-z0-9]{43}$`));
  const { calls, dataset } = (await runWeave("weave-reader.mjs", heddle.serviceUrl, [project, ref])) as ReadBack;

  expect(dataset).toEqual({
    name: "passengers",
    rows: [
      { id: "0", name: "Mia Li", bags: 2 },
      { id: "1", name: "Émile Haddad", bags: 0 },
    ],
  });
  const ofOp = (op: string) => calls.filter((call) => call.op_name.startsWith(`weave:///${project}/op/${op}:`));
  const inputsOf = (op: string) => ofOp(op).map(({ inputs }) => Object.values(inputs));
  expect(calls).toHaveLength(10);
  expect(calls.filter((call) => call.ended_at === null)).toEqual([]);
  expect(inputsOf("book")).toEqual([["flight HAT136"], ["flight HAT170"]]);
  expect(ofOp("book").map(({ output, exception }) => ({ output, exception }))).toEqual([
    { output: "Booked flight HAT136 for 119 + 35.7 EUR", exception: null },
    { output: null, exception: "flight HAT170 is not available" },
  ]);
  expect(inputsOf("quote").sort()).toEqual([
    ["flight HAT136", 100],
    ["flight HAT170", 100],
    ["one bag", 30],
    ["one bag", 30],
  ]);
  expect(ofOp("addTax").map(({ output }) => output)).toEqual(expect.arrayContaining([119, 35.7]));

  // Two traces of five calls each: a booking, its quotes, and below each quote its tax.
  for (const root of ofOp("book")) {
    expect(root.parent_id).toBeNull();
    const quotes = ofOp("quote").filter((call) => call.parent_id === root.id);
    expect(quotes).toHaveLength(2);
    const taxes = ofOp("addTax").filter((call) => quotes.some((quote) => quote.id === call.parent_id));
    expect(taxes).toHaveLength(2);
    expect(new Set([...quotes, ...taxes].map((call) => call.trace_id))).toEqual(new Set([root.trace_id]));
  }
});

test(
  "shows the calls of a running program automatically",
  heldBy(
    "app/(dashboard)/[workspace]/traces/list/use-listing.test.tsx",
    "shows the first calls of an empty live list without a reload",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    await expect(page.getByText("Waiting for the first call")).toBeVisible();

    await logBookings(heddle.serviceUrl, project);
    await expect(callRows(page, "book").first()).toBeVisible();

    // At the top of the list, newer ones are inserted too.
    await logBookings(heddle.serviceUrl, project);
    await expect(callRows(page, "book")).toHaveCount(4);
  },
);

test(
  "opens a failed call in a peek, filters by status and op, and restores the same view from the address",
  heldBy(
    "app/(dashboard)/[workspace]/traces/list/use-listing.test.tsx",
    "are of the query, of all calls in the range, and of the other scope",
  ),
  async ({ page, heddle, project }) => {
    await logBookings(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    await expect(callRows(page, "book")).toHaveCount(2);
    await expect(callRows(page, "quote")).toHaveCount(0);

    const search = page.getByRole("combobox", { name: "Search and filter" });
    await search.fill("status:error");
    await search.press("Enter");
    const failed = callRows(page, "book");
    await expect(failed).toHaveCount(1);
    await expect(failed.getByRole("img", { name: "error" })).toBeVisible();
    await expect(failed).toContainText("flight HAT170 is not available");

    await failed.getByText("book", { exact: true }).click();
    await expect(peek(page).getByText("flight HAT170 is not available")).toBeVisible();
    await expect(peek(page).getByText('"flight HAT170"')).toBeVisible();
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("status:error");
    await page.reload();
    await expect(peek(page).getByText("flight HAT170 is not available")).toBeVisible();
    await expect(callRows(page, "book")).toHaveCount(1);

    await peek(page).getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Remove filter: status is error" }).click();
    await expect(callRows(page, "book")).toHaveCount(2);
    await page.getByRole("radio", { name: /^All calls/ }).click();
    await search.fill("op:quote");
    await search.press("Enter");
    await expect(callRows(page, "quote")).toHaveCount(4);
    await expect(callRows(page, "book")).toHaveCount(0);
    await page.reload();
    await expect(callRows(page, "quote")).toHaveCount(4);
    await expect(page.getByRole("button", { name: "Edit filter: op is quote" })).toBeVisible();

    await callRows(page, "quote").filter({ hasText: "119" }).first().getByText("quote", { exact: true }).click();
    const payload = peek(page).getByRole("tab", { name: "Input and output" });
    await payload.click();
    await expect(peek(page).getByText("total", { exact: true })).toBeVisible();
    await expect(peek(page).getByText("119", { exact: true })).toBeVisible();
  },
);

test(
  "moves through the calls by keys: j, k, Space, Escape, Enter",
  heldBy(
    "app/(dashboard)/[workspace]/traces/list/use-row-moves.test.tsx",
    "peek a row; the panel then follows the cursor",
  ),
  async ({ page, heddle, project }) => {
    await logBookings(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    await expect(callRows(page, "book")).toHaveCount(2);

    await page.keyboard.press("j");
    await expect(currentRow(page)).toContainText("HAT170");
    await page.keyboard.press("j");
    await expect(currentRow(page)).toContainText("HAT136");
    await page.keyboard.press("k");
    await expect(currentRow(page)).toContainText("HAT170");

    await page.keyboard.press("Space");
    await expect(peek(page).getByText("flight HAT170 is not available")).toBeVisible();
    // Addresses are written late: the address read here must be that of the second call.
    const peeked = () => new URL(page.url()).searchParams.get("peek");
    await expect.poll(peeked).not.toBeNull();
    const failed = peeked();
    await page.keyboard.press("j");
    await expect(peek(page).getByText('"flight HAT136"')).toBeVisible();
    await expect(peek(page).getByText("Booked flight HAT136 for 119 + 35.7 EUR")).toBeVisible();
    await expect.poll(peeked).not.toBe(failed);
    const id = peeked();
    await page.keyboard.press("Escape");
    await expect(peek(page)).toHaveCount(0);
    await expect(currentRow(page)).toContainText("HAT136");

    await page.keyboard.press("Enter");
    await page.waitForURL(`**/${slug}/traces/${id}`);
    const tree = page.getByRole("treegrid", { name: "Calls in this trace" }).getByRole("row");
    await expect(tree).toHaveCount(5);
    await expect(tree.filter({ hasText: "quote" })).toHaveCount(2);
    await expect(tree.filter({ hasText: "addTax" })).toHaveCount(2);
    await expect(tree.filter({ hasText: "book" })).toHaveAttribute("aria-level", "1");
  },
);
