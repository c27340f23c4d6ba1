/**
 * A file of 100,000 trajectories on the new job page, in a real browser over the built product: reading, grouping, the
 * reward analysis, scrolling, typing a reward, and sending, compared with a worker that only parses the lines and a bare
 * virtual list. Needs a build.
 * Run: npm run bench -- new-job --trajectories 100000
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { addFrames } from "@/bench/report/frames";
import { Report } from "@/bench/report/report";
import type { Baseline } from "@/bench/report/result";
import { bareList } from "@/bench/trace/bare-list";
import { scrollFrames } from "@/bench/trace/in-page";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
import { bareReadTime } from "./bare-reader";
import { worstTask } from "./busy-page";
import { writeConversations } from "./make-file";

const { values } = parseArgs({ options: { trajectories: { type: "string", default: "100000" } } });
const count = Number(values.trajectories);
const all = count.toLocaleString("en-US");
const TIMEOUT_MS = 240_000;
const FRAMES = 150;
const SCROLL_PX = 390;
const ROUNDS = 5;
const GROUPS = "section[aria-label=Groups]";

const report = new Report("new-job", { trajectories: count });
const median = (list: readonly number[]) =>
  list.toSorted((left, right) => left - right)[list.length >> 1] ?? Number.NaN;

const folder = mkdtempSync(join(tmpdir(), "heddle-bench-"));
const trainer = fileURLToPath(new URL("./many-steps-trainer.mjs", import.meta.url));
const product = await runHeddle({
  env: { HEDDLE_TRAINER: `"${process.execPath}" "${trainer}"`, HEDDLE_TRAINER_MODELS: "bench/none" },
});
try {
  await run(product, join(folder, "trajectories.jsonl"));
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function run(heddle: Heddle, file: string): Promise<void> {
  await writeConversations(file, count);
  console.log(`${all} trajectories, ${(statSync(file).size / 1e6).toFixed(0)} MB`);
  const { HEDDLE_CHROMIUM: executablePath } = process.env;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The compiler that runs this file keeps the names of functions with a helper that pages do not have.
  await context.addInitScript({ content: "globalThis.__name = (made) => made" });
  const page = await context.newPage();
  await signIn(page, heddle.url);
  const slug = await makeWorkspace(page, heddle.url, "bench/training");
  const bare = await context.newPage();
  const parsed = { name: "the lines parsed in a worker and nothing else", value: await bareReadTime(bare, file) };
  await page.bringToFront();
  await page.goto(`${heddle.url}/${slug}/training/new`);
  await readFile(page, file, parsed);
  await measureEdits(page);
  await measureScrolling(page, context);
  await measureSending(page, slug);
  await browser.close();
  report.finish();
}

/** The time of an action until its result is visible, and the longest time in which the page was busy meanwhile. */
async function timed(
  page: Page,
  what: string,
  act: () => Promise<unknown>,
  baseline: Baseline | null = null,
): Promise<void> {
  const worst = await worstTask(page);
  const begun = performance.now();
  await act();
  const taken = performance.now() - begun;
  report.add(what, taken, "ms", baseline);
  report.add(`${what}: longest block`, await worst(), "ms");
}

async function readFile(page: Page, file: string, parsed: Baseline): Promise<void> {
  await page.getByLabel("Choose trajectory files").waitFor({ state: "attached" });
  const fact = page.getByLabel("Request figures").locator("div").filter({ hasText: "Trajectories" });
  const read = async () => {
    await page.getByLabel("Choose trajectory files").setInputFiles(file);
    await fact.getByText(all, { exact: true }).waitFor({ timeout: TIMEOUT_MS });
  };
  await timed(page, "file chosen to all of it read, grouped and judged", read, parsed);
  await page.getByLabel("Base model", { exact: true }).fill("bench/none");
  await page.getByRole("button", { name: "Register model" }).click();
  await page.getByText("newest: step 0").waitFor();
  await timed(page, "… until the draft is kept in the browser", () =>
    page.getByText(/Draft, saved in this browser at/).waitFor({ timeout: TIMEOUT_MS }),
  );
  await timed(page, "kept draft read again after a reload", async () => {
    await page.reload({ waitUntil: "commit" });
    await fact.getByText(all, { exact: true }).waitFor({ timeout: TIMEOUT_MS });
  });
}

async function measureEdits(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Group 1, 8 trajectories", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Reward of group 1, trajectory 0", exact: true });
  await field.waitFor();
  const taken: number[] = [];
  const worst = await worstTask(page);
  for (let round = 0; round < ROUNDS; round += 1) {
    await field.fill(String(0.11 + round / 100));
    taken.push(await paintTime(page, () => field.press("Enter")));
  }
  const typed = "a reward typed, from Enter to the paint";
  report.add(`${typed}: median`, median(taken), "ms");
  report.add(`${typed}: worst`, Math.max(...taken), "ms");
  report.add(`${typed}: longest block`, await worst(), "ms");
  await timed(page, "a group left out", () =>
    page.getByRole("button", { name: "Exclude group 2", exact: true }).click(),
  );
  await timed(page, "reward analysis opened", async () => {
    await page.getByRole("radio", { name: "Reward analysis" }).click();
    await page.getByRole("heading", { name: /groups? with zero variance/ }).waitFor();
  });
  await timed(page, "groups again", async () => {
    await page.getByRole("radio", { name: "Groups" }).click();
    await page.locator(GROUPS).waitFor();
  });
}

/** Milliseconds from a key press until the page is painted with the resulting advantage. */
async function paintTime(page: Page, act: () => Promise<void>): Promise<number> {
  const handle = await page.evaluateHandle((query) => {
    const text = () => document.querySelector(query)?.textContent ?? "";
    const before = text();
    const taken = new Promise<number>((resolve) => {
      const onKey = () => {
        const begun = performance.now();
        const look = () =>
          requestAnimationFrame(() => {
            if (text() === before) return look();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun), 0));
          });
        look();
      };
      window.addEventListener("keydown", onKey, { capture: true, once: true });
    });
    return { taken };
  }, GROUPS);
  await act();
  return await handle.evaluate(({ taken }) => taken);
}

async function measureScrolling(page: Page, context: BrowserContext): Promise<void> {
  const scrolled = await scrollFrames(page, GROUPS, FRAMES, SCROLL_PX);
  const bare = await context.newPage();
  await bare.setContent(
    bareList(Array.from({ length: count / 8 }, (_, at) => [`group ${at}`, "8", at % 10, 1] as const)),
  );
  await bare.bringToFront();
  const bareScrolled = await scrollFrames(bare, "#frame", FRAMES, SCROLL_PX);
  addFrames(report, "frames of scrolling groups", scrolled, { name: "the bare list", frames: bareScrolled });
  await bare.close();
  await page.bringToFront();
}

async function measureSending(page: Page, slug: string): Promise<void> {
  const start = page.getByRole("button", { name: "Start training" });
  // The workspace may have the name of the page.
  const opened = page.waitForURL(new RegExp(`/${slug}/training/(?!new)[^/?]+$`), { timeout: TIMEOUT_MS });
  const sent = page.getByText("Sent, waiting for the service").waitFor({ timeout: TIMEOUT_MS });
  await timed(page, "press on Start until all of it is sent", async () => {
    await start.click();
    await Promise.race([sent, opened]);
  });
  await timed(page, "… and to the page of the job", () => opened);
}
