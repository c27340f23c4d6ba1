/**
 * An object with 10,000 versions and two versions of 5 MB, on the objects page of the real product in a real browser:
 * compared with the same requests sent directly, a bare virtual list, and the bare diff library, all in the same run.
 * Run: npm run bench -- objects-page
 */
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { addFrames } from "@/bench/report/frames";
import { Report } from "@/bench/report/report";
import { bareList } from "@/bench/trace/bare-list";
import { scrollFrames, timesOf, watchLongTasks } from "@/bench/trace/in-page";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { send } from "@/e2e/support/service-client";
import { signIn } from "@/e2e/support/sign-in";
import { largeValue, storeValue, storeVersions } from "./store-objects";

const { values } = parseArgs({
  options: {
    versions: { type: "string", default: "10000" },
    megabytes: { type: "string", default: "5" },
    rounds: { type: "string", default: "5" },
  },
});
const [versionCount, megabytes, rounds] = [Number(values.versions), Number(values.megabytes), Number(values.rounds)];
const PROJECT = "bench/objects";
const PAGE = 1000;
const FRAMES = 150;
const SCROLL_PX = 390;
const TIMEOUT_MS = 120_000;

const report = new Report("objects-page", { versions: versionCount, megabytes, rounds });

const product = await runHeddle();
try {
  await run(product);
} finally {
  await product.stop();
}

async function run(heddle: Heddle): Promise<void> {
  const begun = performance.now();
  await storeVersions(heddle.serviceUrl, PROJECT, "policy", versionCount);
  const [before, after] = [largeValue(megabytes * 1e6, 1), largeValue(megabytes * 1e6, 2)];
  const a = await storeValue(heddle.serviceUrl, PROJECT, "large", before);
  const b = await storeValue(heddle.serviceUrl, PROJECT, "large", after);
  console.log(`${versionCount} versions stored in ${Math.round((performance.now() - begun) / 1000)} s`);
  const { HEDDLE_CHROMIUM: executablePath } = process.env;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The compiler that runs this file keeps the names of functions with a helper that pages do not have.
  await context.addInitScript({ content: "globalThis.__name = (made) => made" });
  const page = await context.newPage();
  const worstTask = await watchLongTasks(page);
  await signIn(page, heddle.url);
  const slug = await makeWorkspace(page, heddle.url, PROJECT);
  const objects = `${heddle.url}/${slug}/objects`;
  await measureLists(page, heddle.serviceUrl, objects);
  await measureScrolling(page, await context.newPage(), objects);
  const diff = await measureDiff(page, worstTask, `${objects}?object=large&tab=use&a=${a}&b=${b}`);
  const bare = await context.newPage();
  const library = {
    name: "the bare library on both values as indented JSON",
    value: await bareDiff(bare, before, after),
  };
  report.add(`diff of two values of ${megabytes} MB: the press to the changes`, diff.ms, "ms", library);
  report.add("… longest time in which the page was busy; 0 for less than 50 ms", diff.longestMs, "ms");
  await browser.close();
  report.finish();
}

async function median(take: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) taken.push(await take());
  return timesOf(taken).p50;
}

/** Measures how long the service takes for the request of one page of versions, or of all pages one after the other. */
async function askDirectly(serviceUrl: string, filter: object, pages: number): Promise<number> {
  const begun = performance.now();
  for (let page = 0; page < pages; page += 1) {
    await send(serviceUrl, "/objs/query", {
      project_id: PROJECT,
      filter,
      sort_by: [{ field: "created_at", direction: "desc" }],
      metadata_only: true,
      include_storage_size: true,
      limit: PAGE,
      offset: page * PAGE,
    });
  }
  return performance.now() - begun;
}

async function measureLists(page: Page, serviceUrl: string, objects: string): Promise<void> {
  const open = async (address: string, selector: string) => {
    await page.goto("about:blank");
    const begun = performance.now();
    await page.goto(address, { waitUntil: "commit" });
    await page.locator(selector).first().waitFor({ timeout: TIMEOUT_MS });
    return performance.now() - begun;
  };
  const allVersions = page.getByText(`${(versionCount + 2).toLocaleString("en")} versions`);
  const entry = "ol[aria-label=Versions] li";
  await open(objects, "[role=treegrid] tbody tr[aria-level]");
  const pages = Math.ceil(versionCount / PAGE);
  /** Measures the page, and then the requests that it needs. */
  const add = async (label: string, onPage: () => Promise<number>, name: string, directly: () => Promise<number>) => {
    const taken = await median(onPage);
    report.add(label, taken, "ms", { name, value: await median(directly) });
  };
  await add(
    "list: the address to its first row",
    () => open(objects, "[role=treegrid] tbody tr[aria-level]"),
    "its first page asked directly",
    () => askDirectly(serviceUrl, {}, 1),
  );
  const all = async () => {
    const begun = performance.now();
    await open(objects, "[role=treegrid] tbody tr[aria-level]");
    await allVersions.waitFor({ timeout: TIMEOUT_MS });
    return performance.now() - begun;
  };
  await add("list: the address to all versions counted", all, "all pages asked directly", () =>
    askDirectly(serviceUrl, {}, pages),
  );
  const chosen = `${objects}?object=policy&tab=use`;
  const one = { object_ids: ["policy"] };
  await add(
    "timeline: the address to its first entry",
    () => open(chosen, entry),
    "its first page asked directly",
    () => askDirectly(serviceUrl, one, 1),
  );
}

async function measureScrolling(page: Page, bare: Page, objects: string): Promise<void> {
  await page.bringToFront();
  await page.goto(`${objects}?object=policy&tab=use&view=versions`);
  await page
    .locator(`ol[aria-label=Versions] li[aria-setsize="${versionCount}"]`)
    .first()
    .waitFor({ timeout: TIMEOUT_MS });
  const timeline = await scrollFrames(page, "div:has(> ol[aria-label=Versions])", FRAMES, SCROLL_PX);
  const list = await scrollFrames(page, "div:has(> [role=treegrid])", FRAMES, SCROLL_PX);
  const rows = Array.from({ length: versionCount }, (_, n) => [`v${n}`, "86 B", 10, 1] as const);
  await bare.setContent(bareList(rows));
  await bare.evaluate("globalThis.__name = (made) => made");
  await bare.bringToFront();
  const baseline = await scrollFrames(bare, "#frame", FRAMES, SCROLL_PX);
  await page.bringToFront();
  const bareFrames = { name: "the bare list", frames: baseline };
  addFrames(report, "frames of scrolling the list", list, bareFrames);
  addFrames(report, "frames of scrolling the timeline", timeline, bareFrames);
}

async function measureDiff(
  page: Page,
  worstTask: () => Promise<number>,
  address: string,
): Promise<{ ms: number; longestMs: number }> {
  const worst: number[] = [];
  const once = async () => {
    await page.goto("about:blank");
    await page.goto(address);
    await page.getByRole("region", { name: "curl" }).waitFor();
    // Work of the page before this point does not count.
    await page.evaluate(() => {
      (window as unknown as { worstTask: { ms: number } }).worstTask.ms = 0;
    });
    const begun = performance.now();
    await page.getByRole("tab", { name: "Diff" }).click();
    await page.getByRole("region", { name: "Differences" }).locator("del").first().waitFor({ timeout: TIMEOUT_MS });
    const taken = performance.now() - begun;
    worst.push(await worstTask());
    return taken;
  };
  await once();
  worst.length = 0;
  const taken = await median(once);
  return { ms: taken, longestMs: Math.max(...worst) };
}

async function bareDiff(page: Page, before: object, after: object): Promise<number> {
  await page.setContent("<!doctype html><title>bare</title>");
  await page.evaluate("globalThis.__name = (made) => made");
  await page.addScriptTag({ path: "node_modules/diff/dist/diff.min.js" });
  const texts = [JSON.stringify(before), JSON.stringify(after)] as const;
  const take = () =>
    page.evaluate(([left, right]) => {
      const { Diff } = window as unknown as { Diff: { diffLines: (left: string, right: string) => unknown[] } };
      const begun = performance.now();
      const indented = (text: string) => JSON.stringify(JSON.parse(text), null, 2);
      Diff.diffLines(indented(left), indented(right));
      return performance.now() - begun;
    }, texts);
  return await median(take);
}
