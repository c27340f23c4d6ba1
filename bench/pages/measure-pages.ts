/**
 * Measures the times that users wait, in a real browser over the production build: from the key to the paint, compared
 * with the same requests sent to the service directly in the same run.
 * Run: npm run bench -- measure-pages --calls 1000000
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { AskedRequests } from "@/bench/pages/asked-requests";
import { installClock, untilPainted } from "@/bench/pages/page-clock";
import { quantile } from "@/bench/report/quantile";
import { Report } from "@/bench/report/report";
import { fillCalls } from "@/bench/store/fill-calls";
import { workspaceOf } from "@/e2e/support/open-workspace";
import { API_KEY, runHeddle } from "@/e2e/support/run-heddle";
import { logCalls } from "@/e2e/support/service-client";
import { signIn } from "@/e2e/support/sign-in";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "1000000" },
    /** A data folder that is kept; a folder that already contains calls is used unchanged. */
    folder: { type: "string" },
    times: { type: "string", default: "3" },
    megabytes: { type: "string", default: "50" },
    /** Only the cases whose names contain this. */
    only: { type: "string", default: "" },
  },
});
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "heddle-pages-"));

const LINE = "The passenger asks to add a second checked bag to reservation H9.\n";

function bigInputs(): Record<string, unknown> {
  const characters = Number(values.megabytes) * 1e6;
  return {
    question: "Which bag is overweight?",
    document: `${LINE.repeat(Math.floor((characters * 0.7) / LINE.length))}Here is the needle.`,
    rows: Array.from({ length: Math.floor((characters * 0.3) / 48) }, (_, row) => ({
      row,
      state: `bag ${row} is fine`,
    })),
  };
}

interface Case {
  readonly name: string;
  /** The operation whose response the screen shows first. */
  readonly operation: string;
  /** `onReady` is called when everything before is finished: later requests belong to the action. */
  readonly act: (page: Page, onReady: () => void) => Promise<void>;
  /** JavaScript that is true once it is on the screen. */
  readonly isPresent: string;
}

const HAS_ROWS = "document.querySelectorAll('tbody tr[id]').length > 0";
const FIRST_ROW = "document.querySelector('tbody tr[id]')?.id";

const HAS_HISTOGRAM =
  "/ok [\\d,.]+/.test(document.querySelector('[aria-label=\"Calls over time\"]')?.textContent ?? '')";

async function filter(page: Page, query: string): Promise<void> {
  await page.evaluate(`window.benchRow = ${FIRST_ROW}`);
  const box = page.getByRole("combobox").first();
  await box.fill(query);
  await box.press("Enter");
}

const filtered = (query: string): string =>
  `new URL(location.href).searchParams.get('q') === ${JSON.stringify(query)} && ${HAS_ROWS} && ${FIRST_ROW} !== window.benchRow`;

function casesOf(slug: string, big: { slug: string; id: string }): Case[] {
  const list = (query: string, grain = "roots"): Case => ({
    name: `filter ${query}`,
    operation: "calls.streamQuery",
    act: async (page, onReady) => {
      await page.goto(`/${slug}/traces?t=all${grain === "all" ? "&grain=all" : ""}`);
      await untilPainted(page, `${HAS_ROWS} && ${HAS_HISTOGRAM}`);
      onReady();
      await filter(page, query);
    },
    isPresent: filtered(query),
  });
  const go = (name: string, operation: string, path: string, isPresent: string): Case => ({
    name,
    operation,
    isPresent,
    act: async (page) => void (await page.goto(path)),
  });
  return [
    go("list, from its address", "calls.streamQuery", `/${slug}/traces?t=all`, HAS_ROWS),
    go("histogram, from the list's address", "calls.histogram", `/${slug}/traces?t=all`, HAS_HISTOGRAM),
    list("op:op-4"),
    list("status:error"),
    list("inputs.user:user-42"),
    list("needle-777", "all"),
    go(
      "overview, from its address",
      "calls.stats",
      `/${slug}/overview?t=all`,
      "/\\d{1,3}(,\\d{3})+/.test(document.querySelector('main')?.textContent ?? '')",
    ),
    {
      name: `peek of ${values.megabytes} MB`,
      operation: "call.read",
      act: async (page) => {
        await page.goto(`/${big.slug}/traces?t=all&tab=payload`);
        await untilPainted(page, HAS_ROWS);
        await page.locator("tbody tr[id]").first().click();
      },
      isPresent: "document.querySelectorAll('[role=treeitem]').length > 0",
    },
    {
      name: `first parts of ${values.megabytes} MB`,
      operation: "value.read",
      act: async (page) => void (await page.goto(`/${big.slug}/traces/${big.id}?tab=payload`)),
      isPresent: "document.body.textContent.includes('Which bag is overweight?')",
    },
    {
      name: `search in ${values.megabytes} MB`,
      operation: "value.find",
      act: async (page) => {
        await page.goto(`/${big.slug}/traces/${big.id}?tab=payload`);
        await untilPainted(page, "document.body.textContent.includes('Which bag is overweight?')");
        const box = page.getByRole("searchbox", { name: "Find in inputs" });
        await box.click();
        await box.fill("the needle");
      },
      isPresent: "document.querySelectorAll('mark').length > 0",
    },
  ];
}

const store = openEmbeddedStore({ folder: join(folder, "traces") });
await fillCalls(store, Number(values.calls));
await store.close();

const heddle = await runHeddle({ dataFolder: folder });
const executablePath = process.env.HEDDLE_CHROMIUM;
const browser = await chromium.launch(executablePath ? { executablePath } : {});
try {
  const page = await browser.newPage({ baseURL: heddle.url, viewport: { width: 1440, height: 900 } });
  await installClock(page);
  await signIn(page, heddle.url);
  const slug = await workspaceOf(page, heddle.url, "e/p");
  const call = { op: "bags.weigh", startedAt: new Date(), durationMs: 1200, inputs: bigInputs(), output: "the second" };
  const bigProject = `bench/big-${Date.now()}`;
  const [id = ""] = await logCalls(heddle.serviceUrl, bigProject, [call]);
  const big = { slug: await workspaceOf(page, heddle.url, bigProject), id };
  const sentRequests = new AskedRequests(page, heddle.serviceUrl, API_KEY);
  const { calls, megabytes, times, only } = values;
  const report = new Report("measure-pages", { calls, megabytes, times, only });
  for (const { name, operation, act, isPresent } of casesOf(slug, big)) {
    if (!name.includes(values.only)) continue;
    const rows: { paintMs: number; directMs: number; longestTaskMs: number; requests: number }[] = [];
    for (let time = 0; time <= Number(values.times); time += 1) {
      sentRequests.forget();
      await act(page, () => sentRequests.forget());
      const timing = await untilPainted(page, isPresent);
      const requests = sentRequests.count();
      await page.goto("about:blank");
      // The first run warms caches of every kind.
      if (time > 0) rows.push({ ...timing, directMs: await sentRequests.replay(operation), requests });
    }
    const median = (read: (row: (typeof rows)[number]) => number) => quantile(rows.map(read), 0.5);
    const direct = { name: "sent directly", value: median((row) => row.directMs) };
    report.add(
      `${name}: to the paint`,
      median((row) => row.paintMs),
      "ms",
      direct,
    );
    report.add(
      `${name}: added by the page`,
      median(({ paintMs, directMs }) => paintMs - directMs),
      "ms",
    );
    report.add(
      `${name}: longest block`,
      median((row) => row.longestTaskMs),
      "ms",
    );
    report.add(
      `${name}: requests`,
      median((row) => row.requests),
      "",
    );
  }
  report.finish();
} finally {
  await browser.close();
  await heddle.stop();
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
