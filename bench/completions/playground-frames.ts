/**
 * The playground in a real browser over the production build: six columns that stream at 200 tokens/s each, while a
 * user types into a prompt of 500,000 characters; compared with a bare page that appends the same text to six `pre`s,
 * alternating in one run. Needs a build.
 * Run: HEDDLE_CHROMIUM=/usr/bin/chromium npx tsx --tsconfig tsconfig.json bench/completions/playground-frames.ts
 */
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Locator, type Page } from "@playwright/test";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/test";
import { barePage } from "./bare-page";
import { startPacedProvider } from "./start-paced-provider";
import { type Smoothness, watchSmoothness } from "./watch-smoothness";

const { values } = parseArgs({
  options: {
    columns: { type: "string", default: "6" },
    rate: { type: "string", default: "200" },
    prompt: { type: "string", default: "500000" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "2" },
  },
});
const [columns, rate, length, seconds, rounds] = [
  Number(values.columns),
  Number(values.rate),
  Number(values.prompt),
  Number(values.seconds),
  Number(values.rounds),
];
/**
 * The columns start one after the other, and a busy machine types slowly: the streams last longer than the measurement.
 */
const tokens = rate * seconds * 3;
const model = `openai/paced-0-${tokens}-${rate}`;
const KEY_PAUSE_MS = 150;

const LINE = "Seat 12A is a window seat with room for one bag below the seat in front of it.\n";
const prompt = LINE.repeat(Math.ceil(length / LINE.length)).slice(0, length);

type Row = readonly [what: string, smoothness: Smoothness];

const provider = await startPacedProvider();
const heddle = await runHeddle({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "sk-bench" } });
const { HEDDLE_CHROMIUM: executablePath } = process.env;
const browser = await chromium.launch(executablePath ? { executablePath } : {});
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The compiler that runs this file keeps the names of functions with a helper that pages do not have.
  await context.addInitScript({ content: "globalThis.__name = (made) => made" });
  const rows: Row[] = [];
  const rates: number[] = [];
  const page = await openPlayground(context);
  for (let round = 1; round <= rounds; round += 1) {
    rows.push([`bare page, ${round}`, await measureBare(context)]);
    await page.bringToFront();
    rows.push([`playground, nothing streams, ${round}`, await typeFor(page, seconds / 2)]);
    rows.push([`playground, ${columns} streams, ${round}`, await measureStreams(page, rates)]);
  }
  print(rows);
  process.stdout.write(`\nThe slowest column showed ${Math.min(...rates).toFixed(0)} of ${rate} tokens/s.\n`);
} finally {
  await browser.close();
  await heddle.stop();
  provider.stop();
}

async function measureBare(context: BrowserContext): Promise<Smoothness> {
  const page = await context.newPage();
  await page.setContent(barePage({ columns, tokensPerSecond: rate, prompt }));
  await page.evaluate("globalThis.__name = (made) => made");
  await page.locator("textarea").focus();
  const smoothness = await typeFor(page, seconds);
  await page.close();
  return smoothness;
}

/** Types one letter after the other into the focused field, and measures meanwhile. */
async function typeFor(page: Page, forSeconds: number): Promise<Smoothness> {
  await page.keyboard.press("ControlOrMeta+End");
  const watched = await watchSmoothness(page);
  const endAt = performance.now() + forSeconds * 1000;
  while (performance.now() < endAt) await page.keyboard.press("a", { delay: KEY_PAUSE_MS });
  return await watched();
}

/** The page with its columns, its long prompt, and the focus in the prompt. */
async function openPlayground(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, heddle.url);
  const slug = await makeWorkspace(page, heddle.url, "bench/playground");
  const models = Array.from({ length: columns }, () => `model=${encodeURIComponent(model)}`).join("&");
  await page.goto(`${heddle.url}/${slug}/playground?${models}`);
  await page.getByRole("switch", { name: "Track calls" }).click();
  const box = page.getByRole("textbox", { name: "Message 1", exact: true });
  await box.focus();
  process.stdout.write(`The prompt was pasted and painted within ${Math.round(await pasteTime(box))} ms.\n`);
  await page.getByText(`of ${length.toLocaleString("en-US")}`).waitFor();
  await box.focus();
  return page;
}

/** Pastes the prompt into the focused field as a browser does: the page inserts it, or else the browser. */
async function pasteTime(box: Locator): Promise<number> {
  return await box.evaluate(async (node, text) => {
    const begun = performance.now();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    if (node.dispatchEvent(event)) document.execCommand("insertText", false, text);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begun;
  }, prompt);
}

async function measureStreams(page: Page, rates: number[]): Promise<Smoothness> {
  const answers = page.getByRole("group", { name: "Answer", exact: true });
  await page.keyboard.press("ControlOrMeta+Enter");
  for (let index = 0; index < columns; index += 1) await answers.nth(index).getByText(/word/).first().waitFor();
  const smoothness = await typeFor(page, seconds);
  for (let index = 0; index < columns; index += 1) rates.push(await shownRate(page, index));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Run all", exact: true }).waitFor();
  return smoothness;
}

/** The rate that a column shows. */
async function shownRate(page: Page, index: number): Promise<number> {
  const rate = page
    .getByRole("region", { name: /^Answer of/ })
    .nth(index)
    .locator("dt:text-is('Rate') + dd");
  return Number.parseFloat(await rate.innerText());
}

function print(rows: readonly Row[]): void {
  const three = ({ p50, p95, worst }: Smoothness["frames"]) =>
    [p50, p95, worst].map((ms) => ms.toFixed(ms < 100 ? 1 : 0)).join(" / ");
  process.stdout.write(
    [
      `${columns} columns, ${rate} tokens/s each, a prompt of ${length} characters; milliseconds: half, 95 %, worst`,
      "",
      "| | frames | key to paint | longest block |",
      "| --- | --- | --- | --- |",
      ...rows.map(([what, { frames, keys, longestBlockMs }]) => {
        return `| ${what} | ${three(frames)} | ${three(keys)} | ${longestBlockMs.toFixed(0)} |`;
      }),
      "",
    ].join("\n"),
  );
}
