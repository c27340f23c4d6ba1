/**
 * Measures the cost of opening each page from its address: requests, scripts, processor time, and the time until its
 * main content is on the screen. Each page is opened by a browser with an empty cache, and again with a full one,
 * compared with a page of nothing but React that draws as many rows in the same run.
 * Run: npm run bench -- first-load
 */
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { startBareServer } from "@/bench/pages/bare-server";
import { type FirstPage, fillProject } from "@/bench/pages/first-pages";
import { MeasuredTab, type Opening } from "@/bench/pages/open-page";
import { installClock } from "@/bench/pages/page-clock";
import { quantile } from "@/bench/report/quantile";
import { Report } from "@/bench/report/report";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "5" },
    /** Only the pages whose names contain this. */
    only: { type: "string", default: "" },
    /** Also prints when each request of the last opening started and ended. */
    requests: { type: "boolean", default: false },
  },
});
const PROJECT = "bench/first-load";
const ROWS = 50;

async function open(context: BrowserContext, origin: string, page: FirstPage): Promise<Opening> {
  const tab = await context.newPage();
  await installClock(tab);
  const measured = await MeasuredTab.start(tab, origin);
  const goto = () => tab.goto(`${origin}${page.path}`, { waitUntil: "commit" });
  const opening = await measured.measure(goto, page.isPresent);
  await tab.close();
  return opening;
}

/** The server renders the form; React adds its own members to the elements that it has hydrated. */
const IS_LISTENING =
  "Object.keys(document.querySelector('form input') ?? {}).some((name) => name.startsWith('__react'))";

const FIGURES = [
  ["requests", "requests", ""],
  ["scripts", "scriptKb", "KB"],
  ["in scripts", "scriptMs", "ms"],
  ["of the thread", "threadMs", "ms"],
  ["asks after", "askedMs", "ms"],
  ["shown after", "shownMs", "ms"],
] as const;

const BARE_NAME = "nothing but React";
/** Figures of the bare page, which is measured first: the baseline of the others. */
const ofBare = new Map<string, number>();

function add(report: Report, page: string, opening: string, openings: readonly Opening[]): void {
  for (const [figure, member, unit] of FIGURES) {
    const value = quantile(
      openings.map((one) => one[member]),
      0.5,
    );
    const label = `${opening}: ${figure}`;
    if (page === BARE_NAME) ofBare.set(label, value);
    const base = page === BARE_NAME ? undefined : ofBare.get(label);
    report.add(`${page}, ${label}`, value, unit, base ? { name: BARE_NAME, value: base } : null);
  }
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface Place {
  readonly browser: Browser;
  readonly report: Report;
  readonly storageState?: State;
}

async function measure({ browser, report, storageState }: Place, origin: string, page: FirstPage): Promise<void> {
  const first: Opening[] = [];
  const again: Opening[] = [];
  for (let time = 0; time <= Number(values.times); time += 1) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      ...(storageState ? { storageState } : {}),
    });
    const openings = [await open(context, origin, page), await open(context, origin, page)] as const;
    await context.close();
    // The first load warms the server's caches.
    if (time === 0) continue;
    first.push(openings[0]);
    again.push(openings[1]);
  }
  add(report, page.name, "first", first);
  add(report, page.name, "again", again);
  if (values.requests) process.stdout.write(`${again.at(-1)?.timeline.join("\n")}\n`);
}

async function run(heddle: Heddle): Promise<void> {
  const { HEDDLE_CHROMIUM: executablePath } = process.env;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, heddle.url);
  const slug = await makeWorkspace(page, heddle.url, PROJECT);
  const pages = await fillProject(heddle.serviceUrl, PROJECT, slug);
  const state = await context.storageState();
  await context.close();
  const rows = Array.from({ length: ROWS }, (_, at) => ({ id: `row-${at}`, op: "agent.step", ms: at, ok: true }));
  const bare = await startBareServer(rows);
  const hasRow = "document.querySelector('tbody tr[id]') !== null";
  const report = new Report("first-load", { times: values.times, only: values.only });
  await measure({ browser, report }, bare.url, { name: BARE_NAME, path: "/", isPresent: hasRow });
  const signInPage = { name: "sign in", path: "/sign-in", isPresent: IS_LISTENING };
  if (signInPage.name.includes(values.only)) await measure({ browser, report }, heddle.url, signInPage);
  for (const each of pages.filter(({ name }) => name.includes(values.only))) {
    await measure({ browser, report, storageState: state }, heddle.url, each);
  }
  report.finish();
  bare.stop();
  await browser.close();
}

const heddle = await runHeddle();
try {
  await run(heddle);
} finally {
  await heddle.stop();
}
