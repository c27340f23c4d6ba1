/**
 * Measures the pages that show many calls over a filled service: from the address with an empty cache, and from a click
 * on a link of the frame, to the main content, compared with the page's own requests sent to the service directly.
 * Run: npm run bench -- filled-pages --data DIR, on a folder that `engine --keep-data DIR` filled
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { AskedRequests } from "@/bench/pages/asked-requests";
import { type FilledPage, filledPages } from "@/bench/pages/list-filled-pages";
import { MeasuredTab, type Opening } from "@/bench/pages/open-page";
import { installClock } from "@/bench/pages/page-clock";
import { profileThread } from "@/bench/pages/thread-profile";
import { quantile } from "@/bench/report/quantile";
import { Report } from "@/bench/report/report";
import { DataFolder } from "@/bench/store/engine/data-folder";
import { PROJECT } from "@/bench/store/workload/workload";
import { workspaceOf } from "@/e2e/support/open-workspace";
import { API_KEY, type Heddle, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";

const { values } = parseArgs({
  options: {
    /** A folder that `engine --keep-data` filled with the same checkout. The dashboard adds its database. */
    data: { type: "string" },
    /** Another checkout whose service and dashboard are measured, with this benchmark. */
    service: { type: "string", default: "." },
    times: { type: "string", default: "5" },
    /** Only the pages whose names contain this. */
    only: { type: "string", default: "" },
    /** Also prints when each request of the last opening started and ended. */
    requests: { type: "boolean", default: false },
    /** Opens each page once more, and prints what its thread did. */
    profile: { type: "boolean", default: false },
  },
});
if (values.data === undefined) throw new Error("--data is missing: `engine --keep-data DIR` fills a folder.");
const folder = new DataFolder(values.data);
const { spans, hours, untilMs } = folder.filled();

interface Measured extends Opening {
  /** The page's own requests, sent to the service directly and at once, until their responses. */
  readonly directMs: number;
}

interface Site {
  readonly browser: Browser;
  readonly heddle: Heddle;
  readonly storageState: Awaited<ReturnType<BrowserContext["storageState"]>>;
  readonly slug: string;
}

type Way = "from its address" | "from a click";

/** A page of the frame that requests no calls. */
const START = "objects";
/** On the start page, until everything has loaded that the frame loads later. */
const READING_MS = 3000;
/** A pointer rests on what it clicks. */
const RESTING_MS = 250;

/** The filled hours are the last hours before this page's present. */
async function moveToFilledHours(page: Page): Promise<void> {
  await page.addInitScript((offsetMs) => {
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...parts: []) {
        super(...((parts.length === 0 ? [Real.now() + offsetMs] : parts) as []));
      }
      static override now() {
        return Real.now() + offsetMs;
      }
    } as DateConstructor;
  }, untilMs - Date.now());
}

async function restOnLink(page: Page, { heddle, slug }: Site, { link }: FilledPage): Promise<() => Promise<void>> {
  const target = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link, exact: true });
  await page.goto(`${heddle.url}/${slug}/${START}`);
  await target.waitFor();
  await pause(READING_MS);
  await target.hover();
  await pause(RESTING_MS);
  return () => target.click();
}

/** A tab that is about to open the page: `act` opens it. */
async function prepareTab(site: Site, page: FilledPage, way: Way) {
  const { browser, heddle, storageState, slug } = site;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState });
  const tab = await context.newPage();
  await installClock(tab);
  await moveToFilledHours(tab);
  const asked = new AskedRequests(tab, heddle.serviceUrl, API_KEY);
  const measured = await MeasuredTab.start(tab, heddle.url);
  const goTo = () => tab.goto(`${heddle.url}/${slug}/${page.segment}?t=${hours}h`, { waitUntil: "commit" });
  const act = way === "from a click" ? await restOnLink(tab, site, page) : goTo;
  asked.forget();
  return { context, tab, asked, measured, act };
}

async function measureOnce(site: Site, page: FilledPage, way: Way): Promise<Measured> {
  const { context, asked, measured, act } = await prepareTab(site, page, way);
  const opening = await measured.measure(act, page.isPresent);
  await context.close();
  return { ...opening, directMs: await asked.replayOf(page.operations) };
}

/** Recording takes time itself: the shares count. */
async function noteProfile(site: Site, report: Report, page: FilledPage, way: Way): Promise<void> {
  const { context, tab, measured, act } = await prepareTab(site, page, way);
  const times = await profileThread(site.browser, tab, () => measured.measure(act, page.isPresent));
  await context.close();
  const totalMs = [...times.values()].reduce((sum, ms) => sum + ms, 0);
  const lines = [...times].sort(([, some], [, others]) => others - some);
  const texts = lines.map(([kind, ms]) => `${kind} ${Math.round((ms / totalMs) * 100)} %`);
  report.note(`${page.name}, ${way}: ${Math.round(totalMs)} ms of its thread: ${texts.join(", ")}.`);
}

function add(report: Report, label: string, all: readonly Measured[]): void {
  const median = (read: (one: Measured) => number) => quantile(all.map(read), 0.5);
  const baseline = { name: "its requests sent directly", value: median((one) => one.directMs) };
  const figure = (name: string, ms: (one: Measured) => number) => report.add(`${label}: ${name}`, median(ms), "ms");
  report.add(
    `${label}: shown after`,
    median((one) => one.shownMs),
    "ms",
    baseline,
  );
  figure("added by the page", ({ shownMs, directMs }) => shownMs - directMs);
  figure("asks after", (one) => one.askedMs);
  figure("from the response to the screen", ({ shownMs, answeredMs }) => shownMs - answeredMs);
  figure("processor time of its thread", (one) => one.threadMs);
}

async function measure(site: Site, report: Report): Promise<void> {
  for (const page of filledPages.filter(({ name }) => name.includes(values.only))) {
    for (const way of ["from its address", "from a click"] as const) {
      const all: Measured[] = [];
      for (let time = 0; time <= Number(values.times); time += 1) {
        const once = await measureOnce(site, page, way);
        // The first one warms caches of the server.
        if (time > 0) all.push(once);
      }
      add(report, `${page.name}, ${way}`, all);
      if (values.profile) await noteProfile(site, report, page, way);
      if (values.requests) process.stdout.write(`${all.at(-1)?.timeline.join("\n")}\n`);
    }
  }
}

const report = new Report(
  "filled-pages",
  { spans, hours, times: values.times, only: values.only },
  { checkout: values.service },
);
const heddle = await runHeddle({ dataFolder: folder.service, checkout: values.service });
const executablePath = process.env.HEDDLE_CHROMIUM;
const browser = await chromium.launch(executablePath ? { executablePath } : {});
try {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, heddle.url);
  const slug = await workspaceOf(page, heddle.url, PROJECT);
  const storageState = await context.storageState();
  await context.close();
  await measure({ browser, heddle, storageState, slug }, report);
  report.finish();
} finally {
  await browser.close();
  await heddle.stop();
}
