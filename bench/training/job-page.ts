/**
 * A job of 100,000 events with 10 figures each, stored through the service, on the job page of the real product in a
 * real browser, compared with the same bytes fetched and not read, and with the same lines drawn alone. Needs a build.
 * Run: npm run bench -- job-page --events 100000
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { Report } from "@/bench/report/report";
import { watchLongTasks } from "@/bench/trace/in-page";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { API_KEY, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
import { bareDrawTime, drawnLines, fetchTime, heldBytes, redrawTime } from "./in-page";

const { values } = parseArgs({
  options: { events: { type: "string", default: "100000" }, figures: { type: "string", default: "10" } },
});
const [stepCount, figureCount] = [Number(values.events), Number(values.figures)];
const PROJECT = "bench/training";
const TIMEOUT_MS = 240_000;
const ROUNDS = 7;
const SPIKE = "grad_norm";

const report = new Report("job-page", { events: stepCount, figures: figureCount });
const SHORT_JOB = "a job of 100 steps";
const median = (list: readonly number[]) =>
  list.toSorted((left, right) => left - right)[list.length >> 1] ?? Number.NaN;

const trainer = fileURLToPath(new URL("./many-steps-trainer.mjs", import.meta.url));
const product = await runHeddle({
  env: { HEDDLE_TRAINER: `"${process.execPath}" "${trainer}"`, HEDDLE_TRAINER_MODELS: "bench/none" },
});
try {
  await run(product);
} finally {
  await product.stop();
}

async function ask(heddle: Heddle, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${heddle.serviceUrl}/v1/preview${path}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Stores a job with this many gradient steps, through a trainer and the service. */
async function storeJob(heddle: Heddle, name: string, steps: number): Promise<string> {
  const [entity, project] = PROJECT.split("/");
  const model = await ask(heddle, "POST", "/models", { entity, project, name, base_model: "bench/none" });
  const trajectory = (answer: string, reward: number) => ({
    messages_and_choices: [
      { role: "user", content: "?" },
      { role: "assistant", content: answer },
    ],
    reward,
  });
  const job = await ask(heddle, "POST", "/training-jobs", {
    model_id: model.id,
    trajectory_groups: [{ trajectories: [trajectory("a", 1), trajectory("b", 0)] }],
    experimental_config: { steps, figures: figureCount, spike_at: Math.floor(steps * 0.6) },
  });
  for (;;) {
    const { status, error_message: why } = await ask(heddle, "GET", `/training-jobs/${job.id}`);
    if (status === "completed") return String(job.id);
    if (status === "failed" || status === "cancelled") throw new Error(`The job ended as ${status}: ${why}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function run(heddle: Heddle): Promise<void> {
  const { HEDDLE_CHROMIUM: executablePath } = process.env;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The compiler that runs this file keeps the names of functions with a helper that pages do not have.
  await context.addInitScript({ content: "globalThis.__name = (made) => made" });
  const first = await context.newPage();
  await signIn(first, heddle.url);
  const slug = await makeWorkspace(first, heddle.url, PROJECT);
  const short = await storeJob(heddle, "short", 100);
  const storedAt = performance.now();
  const long = await storeJob(heddle, "long", stepCount);
  const points = stepCount * figureCount;
  console.log(
    `${stepCount} events with ${points} points stored in ${Math.round((performance.now() - storedAt) / 1000)} s`,
  );
  const address = (jobId: string) => `${heddle.url}/${slug}/training/${jobId}`;
  // The first load warms the service's caches and the browser's.
  await openJob(first, address(long), stepCount);
  await first.close();

  const beside = await openShort(context, address(short));
  const page = await context.newPage();
  const worstTask = await watchLongTasks(page);
  const { firstMs, allMs } = await openJob(page, address(long), stepCount);
  const besideShort = (value: number) => ({ name: SHORT_JOB, value });
  const opened = "first charts on the screen, from the press on the link";
  report.add(opened, firstMs, "ms", besideShort(beside.firstMs));
  const worstMs = await worstTask();
  const raw = await fetchTime(page, long);
  const fetched = `the same ${(raw.bytes / 1e6).toFixed(1)} MB fetched and not read`;
  report.add("all events on the screen", allMs, "ms", { name: fetched, value: raw.ms });
  report.add("longest time in which the page was busy meanwhile", worstMs, "ms", besideShort(beside.worstMs));
  const redraws = await measureRedraws(page);
  const held = await heldBytes(await context.newCDPSession(page));
  report.add("objects after garbage collection", held.objects / 1e6, "MB", besideShort(beside.objects / 1e6));
  report.add("columns after garbage collection", held.columns / 1e6, "MB", besideShort(beside.columns / 1e6));
  const bare = await measureBare(context, page);
  for (const [label, taken] of redraws) {
    const drawn = (value: number) => ({ name: "the same lines drawn and nothing else", value });
    report.add(`${label}: median`, median(taken), "ms", drawn(median(bare)));
    report.add(`${label}: worst`, Math.max(...taken), "ms", drawn(Math.max(...bare)));
  }
  if ((await highestOf(page, SPIKE)) < 50) report.note("The spike of one step is NOT drawn.");
  await browser.close();
  report.finish();
}

async function openShort(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const worstTask = await watchLongTasks(page);
  const { firstMs } = await openJob(page, address, 100);
  const held = await heldBytes(await context.newCDPSession(page));
  const worstMs = await worstTask();
  await page.close();
  return { ...held, firstMs, worstMs };
}

/** Opens a job and waits for its first charts, and for those of all its events. */
async function openJob(page: Page, address: string, steps: number): Promise<{ firstMs: number; allMs: number }> {
  const begun = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page
    .locator("section[aria-label=Metrics] section path[stroke-width]")
    .nth(figureCount - 1)
    .waitFor({
      state: "attached",
      timeout: TIMEOUT_MS,
    });
  const firstMs = performance.now() - begun;
  const complete = `${(steps + 2).toLocaleString("en-US")} events, job ended`;
  await page.waitForFunction(
    (text) => [...document.querySelectorAll("[role=status]")].some((node) => node.textContent?.includes(text)),
    complete,
    { timeout: TIMEOUT_MS, polling: "raf" },
  );
  return { firstMs, allMs: performance.now() - begun };
}

/** Times of redraws after a change of the smoothing, and after a zoom. */
async function measureRedraws(page: Page): Promise<(readonly [label: string, takenMs: readonly number[]])[]> {
  const slider = page.getByRole("slider", { name: "EMA" });
  await slider.focus();
  const smoothed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    smoothed.push(await redrawTime(page, "keydown", () => slider.press(round % 2 === 0 ? "ArrowRight" : "ArrowLeft")));
  }
  const plot = await page.locator("section[aria-label=Metrics] section [data-plot] svg").first().boundingBox();
  if (!plot) throw new Error("No chart is drawn.");
  const zoomed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [y, from] = [plot.y + plot.height / 2, plot.x + 60 + round * 5];
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(from + 120, y, { steps: 4 });
    zoomed.push(await redrawTime(page, "pointerup", () => page.mouse.up()));
    zoomed.push(await redrawTime(page, "click", () => page.getByRole("button", { name: "Full range" }).click()));
  }
  return [
    ["redraw after another smoothing", smoothed],
    ["redraw after a zoom, in and out", zoomed],
  ];
}

/** Times of drawing the same lines on a page without anything else. */
async function measureBare(context: BrowserContext, page: Page): Promise<readonly number[]> {
  const charts = await drawnLines(page);
  const bare = await context.newPage();
  await bare.setContent("<!doctype html><body></body>");
  await bare.bringToFront();
  await bareDrawTime(bare, charts);
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) taken.push(await bareDrawTime(bare, charts));
  await bare.close();
  await page.bringToFront();
  return taken;
}

/** The highest figure of a chart's table, which contains the drawn points. */
async function highestOf(page: Page, path: string): Promise<number> {
  await page.getByRole("button", { name: `${path}: table and export` }).click();
  await page.getByRole("menuitem", { name: "Show as table" }).click();
  const cells = await page
    .getByRole("region", { name: `${path}, table` })
    .getByRole("cell")
    .allTextContents();
  return Math.max(...cells.map((text) => Number(text.replaceAll(",", ""))).filter((_, index) => index % 4 === 3));
}
