/**
 * The playground in a real browser over the production build: six columns that stream at 200 tokens/s each, while a
 * user types into a prompt of 500,000 characters; compared with a bare page that appends the same text to six `pre`s,
 * alternating in one run. Needs a build.
 * Run: npm run bench -- playground-frames
 */
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Locator, type Page } from "@playwright/test";
import { addFrames } from "@/bench/report/frames";
import { Report } from "@/bench/report/report";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
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

const report = new Report("playground-frames", { columns, rate, prompt: length, seconds, rounds });

const provider = await startPacedProvider();
const heddle = await runHeddle({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "sk-bench" } });
const { HEDDLE_CHROMIUM: executablePath } = process.env;
const browser = await chromium.launch(executablePath ? { executablePath } : {});
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The compiler that runs this file keeps the names of functions with a helper that pages do not have.
  await context.addInitScript({ content: "globalThis.__name = (made) => made" });
  const rates: number[] = [];
  const page = await openPlayground(context);
  for (let round = 1; round <= rounds; round += 1) {
    const bare = await measureBare(context);
    await page.bringToFront();
    add(`playground, nothing streams, ${round}`, await typeFor(page, seconds / 2), bare);
    add(`playground, ${columns} streams, ${round}`, await measureStreams(page, rates), bare);
  }
  report.add("the slowest column", Math.min(...rates), "tokens/s", { name: "sent", value: rate });
  report.finish();
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
  report.add("the prompt from its paste to the paint", await pasteTime(box), "ms");
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

function add(label: string, { frames, keys, longestBlockMs }: Smoothness, bare: Smoothness): void {
  const name = "a bare page";
  addFrames(report, `${label}: frames`, frames, { name, frames: bare.frames });
  addFrames(report, `${label}: key to paint`, keys, { name, frames: bare.keys });
  report.add(`${label}: longest block`, longestBlockMs, "ms", { name, value: bare.longestBlockMs });
}
