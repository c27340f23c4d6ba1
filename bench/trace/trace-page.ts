/**
 * One trace of 100,000 calls, 200 deep, on the trace page of the real product in a real browser, compared with a bare
 * virtual list of the same rows in the same run. Needs a build.
 * Run: HEDDLE_CHROMIUM=/usr/bin/chromium npx tsx --tsconfig tsconfig.json bench/trace/trace-page.ts --calls 100000
 */
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/test";
import { bareList } from "./bare-list";
import { type FrameTimes, keyWork, scrollFrames, watchLongTasks, zoomFrames } from "./in-page";
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

type Line = readonly [what: string, figure: string];

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const frames = ({ p50, p95, worst }: FrameTimes) => `${p50.toFixed(1)} / ${p95.toFixed(1)} / ${Math.round(worst)} ms`;

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
  // The first load warms the service's caches and the browser's; the second is measured.
  await openTrace(page, `${heddle.url}/${slug}/traces/${rootId}`);
  await page.close();
  const lines: Line[] = [];
  const measured = await context.newPage();
  const worstTask = await watchLongTasks(measured);
  const { firstMs, allMs } = await openTrace(measured, `${heddle.url}/${slug}/traces/${rootId}`);
  lines.push(["first rows on the screen, from the press on the link", ms(firstMs)]);
  lines.push(["all calls on the screen", ms(allMs)]);
  lines.push(["longest time in which the page was busy meanwhile", ms(await worstTask())]);
  await measureTree(measured, bare, lines);
  await measureLanes(measured, lines);
  await browser.close();
  const width = Math.max(...lines.map(([what]) => what.length));
  for (const [what, figure] of lines) console.log(`${what.padEnd(width)}  ${figure}`);
}

async function openTrace(page: Page, address: string): Promise<{ firstMs: number; allMs: number }> {
  const begun = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(`${TREE} tr[aria-level]`).nth(3).waitFor({ timeout: TIMEOUT_MS });
  const firstMs = performance.now() - begun;
  await page.waitForFunction(
    ([query, count]) => document.querySelector(query)?.getAttribute("aria-rowcount") === String(count),
    [TREE, callCount] as const,
    { timeout: TIMEOUT_MS, polling: "raf" },
  );
  return { firstMs, allMs: performance.now() - begun };
}

async function measureTree(page: Page, bare: Page, lines: Line[]): Promise<void> {
  await page.bringToFront();
  lines.push(["fold and unfold all below the first call", ms(await keyWork(page, ["ArrowLeft", "ArrowRight"], 10))]);
  lines.push(["zoom by a key", ms(await keyWork(page, ["w", "s"], 10))]);
  const frame = `:has(> div > ${TREE})`;
  const scrolled = await scrollFrames(page, frame, FRAMES, SCROLL_PX);
  const zoomed = await zoomFrames(page, frame, FRAMES);
  lines.push(["search to the number of matches", ms(await searchTime(page))]);
  await bare.bringToFront();
  const bareScrolled = await scrollFrames(bare, "#frame", FRAMES, SCROLL_PX);
  lines.push(["frames of scrolling: half, 95 %, worst", frames(scrolled)]);
  lines.push(["… of the bare list", frames(bareScrolled)]);
  lines.push(["… as a ratio at 95 %", (scrolled.p95 / bareScrolled.p95).toFixed(2)]);
  lines.push(["frames of zooming: half, 95 %, worst", frames(zoomed)]);
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

async function measureLanes(page: Page, lines: Line[]): Promise<void> {
  for (const view of ["Timeline", "Flame"] as const) {
    const begun = performance.now();
    await page.getByRole("radio", { name: view }).click();
    await page.getByRole("application").waitFor();
    lines.push([`${view.toLowerCase()}: from the press to the picture`, ms(performance.now() - begun)]);
    lines.push([
      "… frames of zooming: half, 95 %, worst",
      frames(await zoomFrames(page, "[role=application]", FRAMES)),
    ]);
  }
}
