import { readFile } from "node:fs/promises";
import type { Page, Request } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

/** Maximum response size for a page: it keeps the page fast whatever is stored. */
const MAX_BYTES = 2_000_000;

const LINE = "The passenger asks to add a second checked bag to reservation H9.\n";

/** About 20 MB: a conversation, a long document with one needle in it, and a wide list. */
function bigInputs(): Record<string, unknown> {
  return {
    messages: [
      { role: "user", content: "Which bag is overweight?" },
      { role: "assistant", content: "The second one." },
    ],
    document: `${LINE.repeat(200_000)}Here is the needle.${LINE.repeat(10_000)}`,
    rows: Array.from({ length: 150_000 }, (_, index) => ({ row: index, state: `bag ${index} is fine` })),
    exact: 12_345_678,
  };
}

interface Opened {
  readonly slug: string;
  readonly id: string;
  /** Returns the responses over the limit for a page. */
  readonly tooLarge: () => Promise<readonly string[]>;
}

async function open(page: Page, heddle: { url: string; serviceUrl: string }, project: string): Promise<Opened> {
  const call = { op: "bags.weigh", startedAt: new Date(Date.now() - 60_000), durationMs: 1200, inputs: bigInputs() };
  const [id = ""] = await logCalls(heddle.serviceUrl, project, [{ ...call, output: { answer: "the second" } }]);
  const slug = await makeWorkspace(page, heddle.url, project);
  const finished: Request[] = [];
  page.on("requestfinished", (request) => finished.push(request));
  // Asked while the page is open: a size that is still being read when a test ends fails the next one.
  const tooLarge = async () => {
    const sizes = await Promise.all(finished.map(async (request) => ({ request, sizes: await request.sizes() })));
    const large = sizes.filter((each) => each.sizes.responseBodySize > MAX_BYTES);
    return large.map((each) => `${each.request.url()} ${each.sizes.responseBodySize}`);
  };
  return { slug, id, tooLarge };
}

const inputs = (page: Page) => page.getByRole("tree", { name: "inputs" });
const line = (page: Page, text: string | RegExp) => inputs(page).getByRole("treeitem").filter({ hasText: text });

test(
  "opens a call of 20 MB by its parts, and never sends the page more than it shows",
  heldBy("service/traces/operations/values/values.test.ts", "is described by its parts"),
  async ({ page, heddle, project }) => {
    const { slug, id, tooLarge } = await open(page, heddle, project);
    await page.goto(`/${slug}/traces`);
    await page.getByRole("grid", { name: "Traces" }).getByText("bags.weigh").first().click();
    const peek = page.getByRole("complementary", { name: "Peek" });
    await peek.getByRole("tab", { name: /^Input and output/ }).click();
    await expect(line(page, "Which bag is overweight?")).toBeVisible();
    await expect(line(page, /document: .*Show all, 13,\d{3},\d{3} more characters/)).toBeVisible();
    await expect(line(page, "12345678")).toBeVisible();

    await line(page, "rows").getByRole("button", { name: "150,000 items" }).click();
    await expect(line(page, "items 0 to 99")).toBeVisible();
    await peek.getByRole("tab", { name: /^Chat/ }).click();
    await expect(peek.getByText("The second one.")).toBeVisible();

    await page.goto(`/${slug}/traces/${id}?tab=payload`);
    await expect(line(page, "Which bag is overweight?")).toBeVisible();
    await page.getByRole("searchbox", { name: "Find in inputs" }).fill("the needle");
    await expect(inputs(page).locator("mark", { hasText: "the needle" })).toBeInViewport();
    expect(await tooLarge()).toEqual([]);
  },
);

test(
  "finds text anywhere in it, and moves from match to match",
  heldBy("components/json/use-json-find.test.tsx", "loads more matches of a lazy value when they are reached"),
  async ({ page, heddle, project }) => {
    const { slug, id, tooLarge } = await open(page, heddle, project);
    await page.goto(`/${slug}/traces/${id}?tab=payload`);
    const find = page.getByRole("searchbox", { name: "Find in inputs" });
    await find.fill("the needle");
    await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
    await expect(inputs(page).locator("mark", { hasText: "the needle" })).toBeInViewport();

    await find.fill("BAG 149999");
    await expect(inputs(page).locator("mark", { hasText: "bag 149999" })).toBeInViewport();
    await find.fill("is fine");
    await expect(page.getByText("1 of 10,000 or more")).toBeVisible();
    await find.press("Enter");
    await expect(page.getByText("2 of 10,000 or more")).toBeVisible();
    await find.fill("nowhere to be found");
    await expect(page.getByText("No matches")).toBeVisible();
    expect(await tooLarge()).toEqual([]);
  },
);

test(
  "keeps a match in view while the text around it loads, until the user scrolls",
  heldBy("components/find/found-content.test.tsx", "scrolls the first place into view, until the user scrolls"),
  async ({ page, heddle, project }) => {
    const { slug, id } = await open(page, heddle, project);
    await page.goto(`/${slug}/traces/${id}?tab=payload`);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const needle = LINE.length * 200_000;
    await page.route("**/value.read", async (route) => {
      const { from, to } = route.request().postDataJSON();
      if (needle < from || to <= needle) await released;
      await route.continue();
    });
    await page.getByRole("searchbox", { name: "Find in inputs" }).fill("the needle");
    const match = inputs(page).locator("mark", { hasText: "the needle" });
    await expect(match).toBeInViewport();

    const before = page.waitForResponse((response) => response.url().endsWith("/value.read"));
    release();
    await before;
    await expect(line(page, LINE.slice(0, 30)).first()).toBeVisible();
    await expect(match).toBeInViewport();

    await inputs(page).hover();
    await page.mouse.wheel(0, -20_000);
    await expect(match).not.toBeInViewport();
  },
);

test(
  "is navigated by keys, copied by path, and saved whole",
  heldBy("lib/json/lazy/lazy-value.test.ts", "is copied and written from its complete source"),
  async ({ page, heddle, project, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { slug, id } = await open(page, heddle, project);
    // Without the system's dialog, which a test cannot operate, the file is a download.
    await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
    await page.goto(`/${slug}/traces/${id}?tab=payload`);
    await expect(line(page, "Which bag is overweight?")).toBeVisible();
    await inputs(page).focus();
    await page.keyboard.press("Home");
    for (const key of ["ArrowRight", "ArrowRight", "p"]) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("inputs.messages[0]");
    await page.keyboard.press("c");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('{"role":"user","content":"Which bag is overweight?"}');

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download inputs" }).click(),
    ]);
    const saved = await readFile(await download.path(), "utf8");
    expect(saved === JSON.stringify(bigInputs())).toBe(true);
  },
);

test(
  "is loaded as a whole on request where the service does not support parts",
  heldBy("components/json/use-json-find.test.tsx", "does not load a value that only the user may load"),
  async ({ page, heddle, project }) => {
    const { slug, id } = await open(page, heddle, project);
    await page.route("**/api/service/*/serverInfo", (route) => route.fulfill({ json: { extensions: [] } }));
    await page.goto(`/${slug}/traces/${id}?tab=payload`);
    await inputs(page)
      .getByRole("button", { name: /^Load full value, 2\d\.\d MB$/ })
      .click();
    await expect(line(page, "Which bag is overweight?")).toBeVisible();
    await page.getByRole("searchbox", { name: "Find in inputs" }).fill("bag 149999");
    await expect(inputs(page).locator("mark", { hasText: "bag 149999" })).toBeInViewport();
  },
);
