import type { Page } from "@playwright/test";
import { type AirlineTrace, logAirlineTrace } from "@/e2e/support/airline-trace";
import { logAttempts } from "@/e2e/support/attempts";
import { inlineParts, storeMediaValues } from "@/e2e/support/media-values";
import { logRenderedThread } from "@/e2e/support/rendered-thread";
import { logCalls } from "@/e2e/support/service-client";
import type { Scene, Screen } from "./screen";

const traces = (page: Page) => page.getByRole("grid", { name: "Traces" }).getByRole("row");
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const details = (page: Page) => page.getByRole("tabpanel");

/** What a service with the thirteen operations answers to others, and to conditions that it does not know. */
const UNSUPPORTED = /^(?:404|422) /;

/** A trace of its own, with one of its calls selected. */
const traceOf = (selected: keyof AirlineTrace, search: string) => async (scene: Scene) => {
  const trace = await logAirlineTrace(scene.serviceUrl, scene.project);
  return `traces/${trace.root}?sel=${trace[selected]}&${search}`;
};

async function logMedia({ serviceUrl, project }: Scene): Promise<string> {
  const inputs = await storeMediaValues(serviceUrl, project);
  const call = { op: "describe", startedAt: new Date(), durationMs: 50, inputs, output: inlineParts() };
  const [id] = await logCalls(serviceUrl, project, [call]);
  return `traces/${id}?view=timeline&tab=payload`;
}

async function selectRows(page: Page): Promise<void> {
  for (const row of [2, 4]) await traces(page).nth(row).getByRole("checkbox").click();
}

/** The list of traces, its panels and its dialogs. */
const tracesScreens: readonly Screen[] = [
  {
    name: "Traces",
    tier: "all",
    place: "sample",
    path: "traces?t=all",
    shows: (page) => traces(page).nth(5),
  },
  {
    name: "Traces, with facets and a peek",
    place: "sample",
    path: "traces?t=all&facets=attributes.intent",
    open: async (page) => {
      await traces(page).nth(2).click();
      await page.getByRole("button", { name: "Facets" }).click();
      await page.getByRole("region", { name: "attributes.intent" }).getByRole("button").first().waitFor();
    },
    shows: (page) => page.getByRole("complementary", { name: "Peek" }).getByRole("tabpanel"),
  },
  {
    name: "Traces, failures in groups",
    place: "sample",
    path: "traces?t=all&view=failures",
    shows: (page) => page.getByRole("table", { name: "Groups of failures" }).getByRole("row").nth(2),
  },
  {
    name: "Traces, arranging columns of tall rows",
    tier: "all",
    place: "sample",
    path: "traces?t=all&cols=op,attributes.intent,input,output,cost&pin=op",
    open: async (page) => {
      await traces(page).nth(5).waitFor();
      await page.getByRole("button", { name: "Row height: Comfortable" }).click();
      await page.getByRole("button", { name: /^Columns/ }).click();
    },
    shows: (page) => dialog(page, "Columns"),
  },
  {
    name: "Traces, adding selected calls to a dataset",
    tier: "all",
    place: "sample",
    path: "traces?t=all",
    open: async (page) => {
      await selectRows(page);
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Add to dataset" }).click();
      await dialog(page, "Add to dataset").getByLabel("Dataset").fill("picked calls");
    },
    shows: (page) => page.getByText("Creates the dataset picked-calls."),
  },
  {
    name: "Traces, exporting",
    tier: "all",
    place: "sample",
    path: "traces?t=all",
    open: async (page) => {
      await selectRows(page);
      await page.keyboard.press("e");
    },
    shows: (page) => dialog(page, "Export"),
  },
  {
    name: "Traces, logging a call with mistakes",
    tier: "all",
    place: "sample",
    path: "traces?t=all",
    open: async (page) => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Log call by hand" }).click();
      const form = dialog(page, "Log call by hand");
      await form.getByLabel("Inputs").fill('{"q": nope}');
      await form.getByRole("button", { name: "Log call" }).click();
    },
    shows: (page) => page.getByText(/^Line 1, column 7: /),
  },
  {
    name: "SQL, with a result",
    place: "sample",
    path: "sql?t=all",
    open: (page) => page.getByRole("button", { name: "Run", exact: true }).click(),
    shows: (page) => page.getByRole("grid", { name: "Result" }).getByRole("row").nth(2),
  },
  {
    name: "Traces, no match",
    tier: "all",
    place: "sample",
    path: "traces?t=all&q=op:nothing",
    shows: (page) => page.getByRole("heading", { name: "No calls match the filter" }),
  },
  {
    name: "Traces, a service that fails",
    place: "failing",
    path: "traces?t=all",
    shows: (page) => page.getByText(/the disk is on fire/),
    expected: /^5\d\d /,
  },
  {
    name: "Traces, a service that lists no calls",
    tier: "all",
    place: "bare",
    path: "traces?t=all",
    shows: (page) => page.getByRole("heading", { name: "This connection does not support reading calls" }),
    expected: UNSUPPORTED,
  },
];

/** Each view of a trace, with each tab of a call's details once. */
const traceScreens: readonly Screen[] = [
  {
    name: "Trace, the tree and a conversation",
    place: "own",
    path: traceOf("answering", "zoom=1000~9000"),
    shows: (page) => details(page).getByText("HAT170 is not available.").first(),
  },
  {
    name: "Trace, the timeline and media in inputs",
    place: "own",
    path: logMedia,
    shows: (page) => page.getByRole("tree", { name: "inputs" }).getByText("PNG · 320 × 200"),
    // One of the values names a file that does not exist.
    expected: /^404 /,
  },
  {
    name: "Trace, the flame graph and usage",
    tier: "all",
    place: "own",
    path: traceOf("question", "view=flame&tab=usage"),
    shows: (page) => details(page).getByText("gpt-4.1").first(),
  },
  {
    name: "Trace, statistics and code",
    tier: "all",
    place: "own",
    path: traceOf("failing", "view=statistics&tab=code"),
    shows: (page) => details(page).getByRole("region", { name: "Source" }),
  },
  {
    name: "Trace, the log and raw data",
    tier: "all",
    place: "own",
    path: traceOf("failing", "view=log&tab=raw"),
    shows: (page) => details(page).getByText("HAT170").first(),
  },
  {
    name: "Trace, the graph and feedback for a viewer",
    tier: "all",
    place: "own",
    as: "viewer",
    path: traceOf("failing", "view=graph&tab=feedback"),
    shows: (page) => details(page).getByText(/You are a viewer/),
  },
  {
    name: "Trace, the transcript and a menu of actions",
    tier: "all",
    place: "own",
    path: traceOf("failing", "view=transcript&tab=attributes"),
    open: async (page) => {
      await page.getByRole("region", { name: "Transcript" }).getByText("HAT170 is not available.").first().waitFor();
      await page.keyboard.press("m");
    },
    shows: (page) => page.getByRole("menuitem", { name: /^Copy id/ }),
  },
];

const threadsScreens: readonly Screen[] = [
  {
    name: "Threads, with a conversation and selected ones",
    place: "sample",
    path: "threads?t=all",
    open: async (page) => {
      const rows = page.getByRole("grid", { name: "Threads" }).getByRole("row");
      for (const row of [2, 3]) await rows.nth(row).getByRole("checkbox").click();
      await rows.nth(1).click();
    },
    shows: (page) => page.getByRole("complementary", { name: "Thread" }).getByRole("article"),
  },
  {
    name: "Threads, no match",
    tier: "all",
    place: "sample",
    path: "threads?t=all&q=turns:%3E999",
    shows: (page) => page.getByRole("heading", { name: "No threads match the filter" }),
  },
  {
    name: "Threads, a service without messages",
    tier: "all",
    place: "bare",
    path: "threads?t=all&thread=booking",
    shows: (page) => page.getByRole("complementary", { name: "Thread" }).getByText("/calls/stream_query"),
    expected: UNSUPPORTED,
  },
  {
    name: "Thread",
    place: "own",
    path: async ({ serviceUrl, project }) => {
      await logRenderedThread(serviceUrl, project, "conversation");
      return "threads/conversation?t=all";
    },
    open: async (page) => {
      await page
        .getByRole("group", { name: "Result of search_direct_flight" })
        .getByRole("button", { expanded: false })
        .click();
    },
    shows: (page) => page.getByRole("columnheader", { name: "Fare, 2 seats" }),
  },
];

const compareScreens: readonly Screen[] = [
  {
    name: "Compare, three traces",
    place: "own",
    path: async ({ serviceUrl, project }) => `compare?calls=${await logAttempts(serviceUrl, project)}`,
    shows: (page) => page.getByRole("region", { name: "Selected row" }).getByText("First difference"),
  },
  {
    name: "Compare, threads with a different payload, and another one to add",
    tier: "all",
    place: "own",
    seed: async ({ serviceUrl, project }) => {
      await logAttempts(serviceUrl, project);
    },
    path: "compare?threads=task-7-trial-0,task-7-trial-1&only=true&tab=payload",
    open: async (page) => {
      await page.getByRole("region", { name: "Differences" }).waitFor();
      await page.getByRole("button", { name: "Add thread" }).click();
    },
    shows: (page) => page.getByRole("dialog").getByRole("button", { name: /trial-2/ }),
  },
  {
    name: "Compare, nothing",
    tier: "all",
    place: "sample",
    path: "compare",
    shows: (page) => page.getByRole("heading", { name: "Nothing to compare yet" }),
  },
];

const overviewScreens: readonly Screen[] = [
  {
    name: "Overview",
    place: "sample",
    path: "overview?t=all",
    shows: (page) => page.getByRole("grid", { name: "Ops" }).locator("tbody tr[id]"),
  },
  {
    name: "Overview, a service without statistics",
    tier: "all",
    place: "bare",
    path: "overview?t=all",
    shows: (page) => page.getByText("/calls/aggregate", { exact: true }),
    expected: UNSUPPORTED,
  },
];

const searchScreens: readonly Screen[] = [
  {
    name: "Ask in words, without a provider",
    tier: "all",
    place: "sample",
    path: "traces?t=all",
    open: async (page) => {
      await page.getByRole("button", { name: "Ask in words" }).click();
    },
    shows: (page) => dialog(page, "Ask in words"),
  },
  {
    name: "Search, what was found",
    place: "sample",
    path: "compare",
    open: async (page) => {
      await page.getByRole("button", { name: /^Search or jump to/ }).click();
      await page.getByRole("combobox", { name: "Search or jump to" }).fill("airline");
    },
    shows: (page) => page.getByRole("option", { name: /airline/ }),
  },
];

/** Overview, traces, threads, comparisons and search. */
export const observingScreens: readonly Screen[] = [
  ...tracesScreens,
  ...traceScreens,
  ...threadsScreens,
  ...compareScreens,
  ...overviewScreens,
  ...searchScreens,
];
