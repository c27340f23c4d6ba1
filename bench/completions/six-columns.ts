/**
 * How evenly the playground draws while six columns stream 200 tokens/s each, beside the same page at rest; in one run.
 * Also with a prompt of 500 KB. Run: npx tsx bench/completions/six-columns.ts [--columns 6]
 */
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { quantile } from "@/bench/store/measure";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/test";
import { startPacedProvider } from "./start-paced-provider";

const { values } = parseArgs({ options: { columns: { type: "string", default: "6" } } });
const columns = Number(values.columns);
const MODEL = "openai/paced-300-1600-200";
const REST_MS = 6000;

interface Frames {
  readonly gapsMs: readonly number[];
  /** Work that kept the page from answering for more than 50 ms. */
  readonly longTasks: number;
}

/** Starts to take the time between frames. */
async function watchFrames(page: Page): Promise<() => Promise<Frames>> {
  await page.evaluate(() => {
    const seen = { gapsMs: [] as number[], longTasks: 0, isOver: false };
    Object.assign(globalThis, { benchFrames: seen });
    new PerformanceObserver((list) => {
      if (!seen.isOver) seen.longTasks += list.getEntries().length;
    }).observe({ type: "longtask" });
    let lastMs = performance.now();
    const onFrame = (nowMs: number) => {
      seen.gapsMs.push(nowMs - lastMs);
      lastMs = nowMs;
      if (!seen.isOver) requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
  return () =>
    page.evaluate(() => {
      const { benchFrames } = globalThis as unknown as { benchFrames: Frames & { isOver: boolean } };
      benchFrames.isOver = true;
      return { gapsMs: benchFrames.gapsMs, longTasks: benchFrames.longTasks };
    });
}

function say(name: string, { gapsMs, longTasks }: Frames): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => quantile(gapsMs, q).toFixed(1));
  process.stdout.write(`| ${name} | ${gapsMs.length} | ${p50} ms | ${p95} ms | ${p99} ms | ${longTasks} |\n`);
}

async function choose(page: Page, column: number): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Model of column ${column}:`) }).click();
  await page.getByPlaceholder(/Find a model/).fill(MODEL);
  await page
    .getByRole("option", { name: new RegExp(`${MODEL}$`) })
    .first()
    .click();
}

async function streamAll(page: Page, name: string): Promise<void> {
  const frames = await watchFrames(page);
  await page.getByRole("textbox", { name: "Message 2", exact: true }).press("ControlOrMeta+Enter");
  const isBusy = (count: number) =>
    page.waitForFunction(
      (wanted) => document.querySelectorAll('[aria-label="Answer"][aria-busy="true"]').length === wanted,
      count,
      // Looked at seldom, so that the looking is not what is measured.
      { timeout: 120_000, polling: 250 },
    );
  await isBusy(columns);
  await isBusy(0);
  say(name, await frames());
}

const provider = await startPacedProvider();
const heddle = await runHeddle({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "sk-bench" } });
const browser = await chromium.launch({
  ...(process.env.HEDDLE_CHROMIUM ? { executablePath: process.env.HEDDLE_CHROMIUM } : {}),
});
try {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await signIn(page, heddle.url);
  const slug = await makeWorkspace(page, heddle.url, "bench/columns");
  await page.goto(`${heddle.url}/${slug}/playground`);
  await choose(page, 1);
  for (let column = 2; column <= columns; column += 1) {
    await page.getByRole("button", { name: "Add a column" }).click();
    await choose(page, column);
  }
  await page.getByRole("textbox", { name: "Message 2", exact: true }).fill("A question.");
  process.stdout.write("| | frames | p50 | p95 | p99 | tasks over 50 ms |\n| --- | --- | --- | --- | --- | --- |\n");
  const resting = await watchFrames(page);
  await page.waitForTimeout(REST_MS);
  say("at rest", await resting());
  await streamAll(page, `${columns} columns, 200 tokens/s each`);
  await page
    .getByRole("textbox", { name: "Message 2", exact: true })
    .fill("A question of some length. ".repeat(18_500));
  await streamAll(page, "the same with a prompt of 500 KB");
} finally {
  await browser.close();
  await heddle.stop();
  provider.stop();
}
