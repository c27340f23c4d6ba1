/**
 * A table of 1,000,000 rows on the tables page of the real product in a real browser: compared with a client that only
 * reads the bytes of as many rows from the service, and with a bare virtual list of as many cells, in the same run.
 * Needs a build.
 * Run: npm run bench -- table-page --rows 1000000
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { addFrames } from "@/bench/report/frames";
import { Report } from "@/bench/report/report";
import { type FrameTimes, scrollFrames, watchLongTasks } from "@/bench/trace/in-page";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
import { bareTable } from "./bare-table";
import { fillTable, postTo, publish, type Reading, takeBytes } from "./make-table";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "1000000" }, rounds: { type: "string", default: "2" } },
});
const [rowCount, rounds] = [Number(values.rows), Number(values.rounds)];
const PROJECT = "bench/tables";
const DATASET = "million";
const SORTED_BY = "scores.reward";
const FRAMES = 150;
const SCROLL_PX = 390;
const TIMEOUT_MS = 240_000;
const SHEET = "div:has(> table[role=grid])";

const report = new Report("table-page", { rows: rowCount, rounds });
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
const perSecond = (count: number, taken: number) => Math.round((count / taken) * 1000);

const product = await runHeddle({ env: { UV_THREADPOOL_SIZE: "16" } });
try {
  await run(product);
  report.finish();
} finally {
  await product.stop();
}

async function run(heddle: Heddle): Promise<void> {
  const post = postTo(heddle.serviceUrl);
  const storedAt = performance.now();
  const digest = await fillTable(post, PROJECT, rowCount);
  await publish(post, PROJECT, DATASET, digest);
  console.log(`${rowCount} rows stored in ${Math.round(performance.now() - storedAt)} ms`);
  const { HEDDLE_CHROMIUM: executablePath } = process.env;
  const args = ["--js-flags=--expose-gc", "--enable-precise-memory-info"];
  const browser = await chromium.launch(executablePath ? { executablePath, args } : { args });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The compiler that runs this file keeps the names of functions with a helper that pages do not have.
  await context.addInitScript({ content: "globalThis.__name = (made) => made" });
  const page = await context.newPage();
  await signIn(page, heddle.url);
  const slug = await makeWorkspace(page, heddle.url, PROJECT);
  await page.close();
  const list = `${heddle.url}/${slug}/tables`;
  const ask = { project_id: PROJECT, digest };
  // A first load warms the caches of the service and of the browser; then page and bare client alternate.
  await takeBytes(post, { ...ask, limit: 10_000 });
  const first = await context.newPage();
  await first.goto(list);
  await datasetIn(first).waitFor({ timeout: TIMEOUT_MS });
  await first.close();
  const [onPage, bare]: [Opened[], Reading[]] = [[], []];
  let keptCount = 0;
  let last: Page | null = null;
  for (let round = 0; round < rounds; round += 1) {
    await last?.close();
    last = await context.newPage();
    const opened = await openTable(last, list, { isLast: round === rounds - 1, browser });
    onPage.push(opened);
    keptCount = opened.keptCount;
    bare.push(await takeBytes(post, { ...ask, limit: keptCount }));
  }
  if (!last) throw new Error("There was no round.");
  sayStreams(onPage, bare, keptCount);
  const scrolled = await measureSheet(last);
  const bareList = await context.newPage();
  await bareList.setContent(bareTable(keptCount));
  await bareList.evaluate("globalThis.__name = (made) => made");
  const ofBareList = { name: "the bare list", frames: await scrollFrames(bareList, "#frame", FRAMES, SCROLL_PX) };
  addFrames(report, "frames of scrolling", scrolled, ofBareList);
  await bareList.close();
  const sorted = await sortedFirst(last);
  const sortedBare = await takeBytes(post, {
    ...ask,
    limit: keptCount,
    sort_by: [{ field: SORTED_BY, order: "desc" }],
  });
  const label = `sorted by ${SORTED_BY}: first rows on the screen, from the press on the head`;
  report.add(label, sorted, "ms", { name: "first bytes at a bare client", value: sortedBare.firstMs });
  await browser.close();
}

function sayStreams(onPage: readonly Opened[], bare: readonly Reading[], keptCount: number): void {
  const pageMs = median(onPage.map(({ allMs }) => allMs));
  const bareMs = median(bare.map(({ allMs }) => allMs));
  const firstMs = median(onPage.map((one) => one.firstMs));
  const firstBytes = { name: "first bytes at a bare client", value: median(bare.map((one) => one.firstMs)) };
  const ofBare = { name: "a bare client, directly from the service", value: perSecond(keptCount, bareMs) };
  const { heapMb = Number.NaN, privateMb = Number.NaN, worstMs = Number.NaN } = onPage.at(-1) ?? {};
  report.add("rows that the page keeps", keptCount, "rows");
  report.add("first rows on the screen, from the press on the name", firstMs, "ms", firstBytes);
  report.add("rate on the page", perSecond(keptCount, pageMs), "rows/s", ofBare);
  report.add("memory of the page's process with all rows", privateMb, "MB");
  report.add("… of it the scripts' heap", heapMb, "MB");
  report.add("longest time in which the page was busy meanwhile", worstMs, "ms");
}

function datasetIn(page: Page) {
  return page.getByRole("table", { name: "Datasets" }).getByRole("button", { name: DATASET, exact: true });
}

interface Opened {
  readonly firstMs: number;
  readonly allMs: number;
  readonly keptCount: number;
  readonly worstMs: number;
  readonly heapMb?: number;
  readonly privateMb?: number;
}

/** Opens the table from the list, as a user does, and waits until the page has all the rows that it keeps. */
async function openTable(
  page: Page,
  list: string,
  { isLast, browser }: { isLast: boolean; browser?: Browser },
): Promise<Opened> {
  const worstTask = await watchLongTasks(page);
  await page.goto(list);
  await datasetIn(page).waitFor({ timeout: TIMEOUT_MS });
  const taken = await page.evaluate(
    async ([name, patienceMs]) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const until = async (what: string, isThere: () => boolean) => {
        const giveUpAt = performance.now() + patienceMs;
        while (!isThere()) {
          if (performance.now() > giveUpAt)
            throw new Error(`${what} did not come in time: ${document.body.innerText.slice(0, 2000)}`);
          await frame();
        }
        return performance.now() - begun;
      };
      const rows = () => document.querySelector("table[role=grid] tbody tr[data-index]") !== null;
      const begun = performance.now();
      const names = [...document.querySelectorAll<HTMLElement>("table[aria-label=Datasets] button")];
      names.find((button) => button.textContent === name)?.click();
      const firstMs = await until("The first rows", rows);
      const allMs = await until("The end", () => document.querySelector("[aria-label='Loading rows']") === null);
      return { firstMs, allMs };
    },
    [DATASET, TIMEOUT_MS] as const,
  );
  const foot = await page.locator("text=/^Rows [\\d,]+ to [\\d,]+ of [\\d,]+/").textContent();
  const keptCount = Number(/ of ([\d,]+)/.exec(foot ?? "")?.[1]?.replaceAll(",", "") ?? Number.NaN);
  const worstMs = await worstTask();
  if (!isLast || !browser) return { ...taken, keptCount, worstMs };
  return { ...taken, keptCount, worstMs, ...(await memoryOf(page, browser)) };
}

/** The page's memory after garbage collection: the heap of scripts, and all private memory of its process. */
async function memoryOf(page: Page, browser: Browser): Promise<{ heapMb: number; privateMb: number }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  const browserSession = await browser.newBrowserCDPSession();
  const { processInfo } = await browserSession.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => privateKb(id));
  await session.detach();
  return { heapMb: heap / 1e6, privateMb: (Math.max(...renderers) * 1024) / 1e6 };
}

/** Private memory of a process in kilobytes, as Linux counts it. */
function privateKb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return kb("RssAnon") + kb("RssShmem");
}

async function measureSheet(page: Page): Promise<FrameTimes> {
  await page.bringToFront();
  return await scrollFrames(page, SHEET, FRAMES, SCROLL_PX);
}

/** From the click on a header until the first row of the new order is on the screen. */
async function sortedFirst(page: Page): Promise<number> {
  await page.bringToFront();
  return await page.evaluate(async () => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const begun = performance.now();
    const heads = [...document.querySelectorAll<HTMLElement>("table[role=grid] thead button")];
    heads.find((button) => button.textContent === "reward")?.click();
    const isSorted = () => {
      const cell = document.querySelector("table[role=grid] tbody tr[data-index='0'] td[data-column='scores.reward']");
      return document.querySelector("th[aria-sort=descending]") !== null && cell?.textContent === "0.999";
    };
    while (!isSorted()) {
      if (performance.now() - begun > 240_000) throw new Error("It did not come in time.");
      await frame();
    }
    return performance.now() - begun;
  });
}
