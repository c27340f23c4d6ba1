/**
 * 100,000 threads on the threads page of the real product in a real browser, compared with a bare client of the same
 * service in the same run.
 * Run: npm run bench -- threads-page
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { installClock, untilPainted } from "@/bench/pages/page-clock";
import { addFrames } from "@/bench/report/frames";
import { quantile } from "@/bench/report/quantile";
import { Report } from "@/bench/report/report";
import { fillThreads } from "@/bench/threads/fill-threads";
import { scrollFrames } from "@/bench/trace/in-page";
import { workspaceOf } from "@/e2e/support/open-workspace";
import { API_KEY, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";

const { values } = parseArgs({
  options: {
    threads: { type: "string", default: "100000" },
    /** A data folder that is kept; a folder that already contains threads is used unchanged. */
    folder: { type: "string" },
    times: { type: "string", default: "3" },
  },
});
const PROJECT = "bench/threads";
const threadCount = Number(values.threads);
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "heddle-threads-"));

const ROW = "tbody tr[aria-rowindex]";
/** Rows are shown, in the order that the page reports: their address is written later. */
const sortedRows = (words: string) =>
  `document.querySelectorAll('${ROW}').length > 0 && document.querySelector('[data-sort]').getAttribute('aria-label').startsWith('Sorted by ${words},')`;
const isWhole = `document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '${threadCount + 1}'`;

interface Streamed {
  readonly firstMs: number;
  readonly allMs: number;
}

/** The time of a client that only reads the bytes, with the sort of the page. */
async function streamBare(serviceUrl: string, sortField: string): Promise<Streamed> {
  const begun = performance.now();
  const response = await fetch(`${serviceUrl}/threads/stream_query`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ project_id: PROJECT, sort_by: [{ field: sortField, direction: "desc" }] }),
  });
  let firstMs = Number.NaN;
  for await (const _ of response.body ?? []) {
    if (Number.isNaN(firstMs)) firstMs = performance.now() - begun;
  }
  return { firstMs, allMs: performance.now() - begun };
}

interface Case {
  readonly name: string;
  readonly sortField: string;
  /** The order that the page reports. */
  readonly words: string;
  readonly act: (page: Page) => Promise<void>;
}

function casesOf(slug: string): Case[] {
  const press = (name: string, sortField: string, words = name): Case => ({
    name: `press on ${name}`,
    sortField,
    words,
    act: async (page) => {
      await page.goto(`/${slug}/threads?t=all&sort=thread_id`);
      await untilPainted(page, isWhole);
      await page.getByRole("grid", { name: "Threads" }).getByRole("button", { name, exact: true }).click();
    },
  });
  return [
    {
      name: "from the address",
      sortField: "last_updated",
      words: "Updated",
      act: async (page) => void (await page.goto(`/${slug}/threads?t=all`)),
    },
    press("Updated", "last_updated"),
    press("Turns", "turn_count"),
    press("p99", "p99_turn_duration_ms", "p99 of turns"),
  ];
}

const store = openEmbeddedStore({ folder: join(folder, "traces") });
await fillThreads(store, PROJECT, threadCount);
await store.close();

const heddle = await runHeddle({ dataFolder: folder });
const executablePath = process.env.HEDDLE_CHROMIUM;
const browser = await chromium.launch(executablePath ? { executablePath } : {});
try {
  const page = await browser.newPage({ baseURL: heddle.url, viewport: { width: 1440, height: 900 } });
  await installClock(page);
  await signIn(page, heddle.url);
  const slug = await workspaceOf(page, heddle.url, PROJECT);
  const report = new Report("threads-page", { threads: threadCount, times: values.times });
  for (const { name, sortField, words, act } of casesOf(slug)) {
    const rows: { firstMs: number; allMs: number; longestMs: number; bare: Streamed }[] = [];
    for (let time = 0; time <= Number(values.times); time += 1) {
      await act(page);
      const { paintMs: firstMs } = await untilPainted(page, sortedRows(words));
      const { paintMs: allMs, longestTaskMs: longestMs } = await untilPainted(page, isWhole);
      const bare = await streamBare(heddle.serviceUrl, sortField);
      // The first load warms caches of every kind.
      if (time > 0) rows.push({ firstMs, allMs, longestMs, bare });
    }
    const median = (read: (row: (typeof rows)[number]) => number) => quantile(rows.map(read), 0.5);
    const add = (figure: string, ms: number, bareMs: number | null = null) =>
      report.add(`${name}: ${figure}`, ms, "ms", bareMs === null ? null : { name: "a bare client", value: bareMs });
    add(
      "first row",
      median((row) => row.firstMs),
      median((row) => row.bare.firstMs),
    );
    add(
      "all rows",
      median((row) => row.allMs),
      median((row) => row.bare.allMs),
    );
    add(
      "longest block",
      median((row) => row.longestMs),
    );
  }
  addFrames(report, "frames of scrolling", await scrollFrames(page, ":has(> div > [role=grid])", 150, 660));
  report.finish();
} finally {
  await browser.close();
  await heddle.stop();
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
