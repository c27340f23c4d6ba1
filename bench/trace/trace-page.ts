/**
 * One trace of 100,000 calls, 200 deep, on the trace page of the real product in a real browser, compared with a bare
 * virtual list of the same rows in the same run. Needs a build.
 * Run: npm run bench -- trace-page --calls 100000
 */
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { addFrames } from "@/bench/report/frames";
import { Report } from "@/bench/report/report";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
import { bareList } from "./bare-list";
import { keyWork, scrollFrames, watchLongTasks, zoomFrames } from "./in-page";
import { logTrace, makeCalls } from "./make-trace";

const { values } = parseArgs({
  options: { calls: { type: "string", default: "100000" }, depth: { type: "string", default: "200" } },
});
const [callCount, depth] = [Number(values.calls), Number(values.depth)];
const PROJECT = "bench/trace";
const FRAMES = 150;
const SCROLL_PX = 390;
const TIMEOUT_MS = 240_000;
const TREE = "[role=treegrid]";

const report = new Report("trace-page", { calls: callCount, depth });

const product = await runHeddle();
try {
  await run(product);
} finally {
  await product.stop();
}

async function run(heddle: Heddle): Promise<void> {
  const { HEDDLE_CHROMIUM: executablePath } = process.env;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The compiler that runs this file keeps the names of functions with a helper that pages do not have.
  const names = "globalThis.__name = (made) => made";
  await context.addInitScript({ content: names });
  const page = await context.newPage();
  await signIn(page, heddle.url);
  const slug = await makeWorkspace(page, heddle.url, PROJECT);
  const calls = makeCalls(callCount, depth);
  const storedAt = performance.now();
  const rootId = await logTrace(heddle.serviceUrl, PROJECT, calls);
  console.log(`${callCount} calls stored in ${Math.round((performance.now() - storedAt) / 1000)} s`);
  const bare = await context.newPage();
  const rows = calls.map((call) => [call.op, `${call.for} ms`, (call.at / callCount) * 10, 1] as const);
  await bare.setContent(bareList(rows));
  await bare.evaluate(names);
  const traces = `${heddle.url}/${slug}/traces`;
  const goTo = (tab: Page) => tab.goto(`${traces}/${rootId}`, { waitUntil: "commit" });
  // The first load warms the service's caches and the browser's; the others are measured.
  await openTrace(page, () => goTo(page));
  await page.close();
  const clicked = await context.newPage();
  await clicked.goto(`${traces}?peek=${rootId}`);
  const link = clicked.getByRole("link", { name: "Open as page" });
  await link.hover();
  await clicked.waitForLoadState("networkidle");
  addOpening("from a click in the list's peek", await openTrace(clicked, () => link.click()));
  await clicked.close();
  const measured = await context.newPage();
  const worstTask = await watchLongTasks(measured);
  addOpening("from its address", await openTrace(measured, () => goTo(measured)));
  report.add("longest time in which the page was busy meanwhile", await worstTask(), "ms");
  await measureTree(measured, bare);
  await measureLanes(measured);
  await browser.close();
  report.finish();
}

type Opening = { firstMs: number; allMs: number };

function addOpening(way: string, { firstMs, allMs }: Opening): void {
  report.add(`first rows on the screen, ${way}`, firstMs, "ms");
  report.add(`all calls on the screen, ${way}`, allMs, "ms");
}

async function openTrace(page: Page, act: () => Promise<unknown>): Promise<Opening> {
  const begun = performance.now();
  await act();
  await page.locator(`${TREE} tr[aria-level]`).nth(3).waitFor({ timeout: TIMEOUT_MS });
  const firstMs = performance.now() - begun;
  await page.waitForFunction(
    ([query, count]) => document.querySelector(query)?.getAttribute("aria-rowcount") === String(count),
    [TREE, callCount] as const,
    { timeout: TIMEOUT_MS, polling: "raf" },
  );
  return { firstMs, allMs: performance.now() - begun };
}

async function measureTree(page: Page, bare: Page): Promise<void> {
  await page.bringToFront();
  report.add("fold and unfold all below the first call", await keyWork(page, ["ArrowLeft", "ArrowRight"], 10), "ms");
  report.add("zoom by a key", await keyWork(page, ["w", "s"], 10), "ms");
  const frame = `:has(> div > ${TREE})`;
  const scrolled = await scrollFrames(page, frame, FRAMES, SCROLL_PX);
  const zoomed = await zoomFrames(page, frame, FRAMES);
  report.add("search to the number of matches", await searchTime(page), "ms");
  await bare.bringToFront();
  const bareScrolled = await scrollFrames(bare, "#frame", FRAMES, SCROLL_PX);
  addFrames(report, "frames of scrolling", scrolled, { name: "the bare list", frames: bareScrolled });
  addFrames(report, "frames of zooming", zoomed);
  await page.bringToFront();
}

async function searchTime(page: Page): Promise<number> {
  const begun = performance.now();
  await page.getByRole("searchbox", { name: "Search in this trace" }).fill("tools.call_7");
  await page.getByText(/\/[\d,]+$/).waitFor();
  const taken = performance.now() - begun;
  await page.getByRole("searchbox", { name: "Search in this trace" }).press("Escape");
  return taken;
}

async function measureLanes(page: Page): Promise<void> {
  for (const view of ["Timeline", "Flame"] as const) {
    const begun = performance.now();
    await page.getByRole("radio", { name: view }).click();
    await page.getByRole("application").waitFor();
    const name = view.toLowerCase();
    report.add(`${name}: from the press to the picture`, performance.now() - begun, "ms");
    addFrames(report, `${name}: frames of zooming`, await zoomFrames(page, "[role=application]", FRAMES));
  }
}
