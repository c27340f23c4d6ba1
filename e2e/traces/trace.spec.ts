import type { Page } from "@playwright/test";
import { v7 as uuidv7 } from "uuid";
import { heldBy } from "@/e2e/support/held-by";
import { markedTexts } from "@/e2e/support/marked-texts";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const DAY_MS = Date.parse("2026-11-20T14:30:00Z");

const tree = (page: Page) => page.getByRole("treegrid", { name: "Calls in this trace" });
const rows = (page: Page) => tree(page).getByRole("row");
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByRole("button", { name, exact: true }) });
const selected = (page: Page) => tree(page).getByRole("row", { selected: true });
const choose = (page: Page, view: string) =>
  page.getByRole("radiogroup", { name: "View" }).getByRole("radio", { name: view }).click();
const shownFrom = (page: Page) => page.getByRole("slider", { name: "Visible from" });
const shownTo = (page: Page) => page.getByRole("slider", { name: "Visible to" });

interface Step {
  readonly op: string;
  readonly parent?: string;
  /** A parent that may be missing among the calls. */
  readonly parentId?: string;
  readonly id?: string;
  readonly kind?: string;
  readonly at: number;
  readonly for: number;
  readonly exception?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
}

/** Logs a trace and returns the ids of its calls by op. */
async function storeTrace(
  serviceUrl: string,
  project: string,
  steps: readonly Step[],
): Promise<ReadonlyMap<string, string>> {
  const traceId = uuidv7();
  const ids = new Map(steps.map((step) => [step.op, step.id ?? uuidv7()]));
  const batch = steps.map((step) => ({
    project_id: project,
    id: ids.get(step.op),
    trace_id: traceId,
    parent_id: step.parentId ?? (step.parent ? ids.get(step.parent) : null),
    op_name: step.op,
    started_at: new Date(DAY_MS + step.at).toISOString(),
    ended_at: new Date(DAY_MS + step.at + step.for).toISOString(),
    attributes: step.kind ? { kind: step.kind } : {},
    inputs: step.inputs ?? {},
    output: null,
    summary: {},
    exception: step.exception ?? null,
  }));
  await send(serviceUrl, `/v2/${project}/calls/complete`, { batch });
  return ids;
}

/** Logs a trace in a workspace of its own. */
async function logTrace(
  page: Page,
  heddle: { url: string; serviceUrl: string },
  project: string,
  steps: readonly Step[],
): Promise<{ slug: string; ids: ReadonlyMap<string, string> }> {
  const ids = await storeTrace(heddle.serviceUrl, project, steps);
  return { slug: await makeWorkspace(page, heddle.url, project), ids };
}

/** Two turns with a tool each; the second tool fails. Nothing runs for most of the time between them. */
const turns: readonly Step[] = [
  { op: "run", kind: "agent", at: 0, for: 60_000 },
  { op: "turn_one", kind: "agent", parent: "run", at: 0, for: 2000 },
  { op: "get_user", kind: "tool", parent: "turn_one", at: 100, for: 1500, inputs: { name: "Olivia Gonzalez" } },
  { op: "turn_two", kind: "agent", parent: "run", at: 55_000, for: 5000 },
  { op: "book_flight", kind: "tool", parent: "turn_two", at: 56_000, for: 3000, exception: "ValueError: no seats" },
  { op: "ask_model", kind: "llm", parent: "turn_two", at: 59_000, for: 900 },
];

test(
  "shows calls without a parent and cycles of parents, marked, and loses none",
  heldBy("lib/trace/skeleton/build-skeleton.test.ts", "keeps calls whose parent is missing, and marks them"),
  async ({ page, heddle, project }) => {
    const { slug, ids } = await logTrace(page, heddle, project, [
      { op: "root", at: 0, for: 1000 },
      { op: "lost", parentId: "nowhere", at: 10, for: 10 },
      { op: "ring_a", id: "ring-a", parentId: "ring-b", at: 20, for: 10 },
      { op: "ring_b", id: "ring-b", parentId: "ring-a", at: 30, for: 10 },
    ]);
    await page.goto(`/${slug}/traces/${ids.get("root")}`);
    await expect(rows(page)).toHaveCount(4);
    await expect(row(page, "lost")).toContainText("no parent");
    await expect(row(page, "lost")).toHaveAttribute("aria-level", "1");
    await expect(row(page, "ring_a")).toContainText("parent cycle");
    await expect(row(page, "ring_b")).toHaveAttribute("aria-level", "2");
  },
);

test(
  "collapses by errors, by level, by kind and by hand, and never hides the selection",
  heldBy("components/trace/tree/use-folds.test.tsx", "expand the ancestors of a call that the address selects"),
  async ({ page, heddle, project }) => {
    const { slug, ids } = await logTrace(page, heddle, project, turns);
    await page.goto(`/${slug}/traces/${ids.get("run")}`);
    await expect(rows(page)).toHaveCount(6);
    await expect(row(page, "turn_two").getByRole("img", { name: "1 error inside" })).toBeVisible();

    const fold = async (choice: string) => {
      await page.getByRole("button", { name: "Collapse calls" }).click();
      await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
    };
    await fold("Collapse all but the paths to errors");
    await expect(rows(page)).toHaveCount(5);
    await expect(row(page, "turn_one")).toContainText("1 call");
    await expect(page).toHaveURL(/fold=errors/);
    await fold("1");
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press("n");
    await expect(selected(page)).toContainText("book_flight");
    await expect(rows(page)).toHaveCount(5);
    await page.keyboard.press("ArrowLeft");
    await expect(selected(page)).toContainText("turn_two");
    await page.keyboard.press("ArrowLeft");
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press("ArrowRight");
    await expect(rows(page)).toHaveCount(5);
    await fold("Expand all");
    await expect(rows(page)).toHaveCount(6);
    await row(page, "book_flight").click();
    await row(page, "run").getByRole("button", { name: "Collapse run" }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(selected(page)).toContainText("run");
  },
);

test("reads calls in a worker, finds some of them with their ancestors, and moves from match to match", async ({
  page,
  heddle,
  project,
}) => {
  const { slug, ids } = await logTrace(page, heddle, project, turns);
  await page.goto(`/${slug}/traces/${ids.get("run")}`);
  await expect(rows(page)).toHaveCount(6);
  // A worker that could not load its scripts has ended, and the page has read the calls itself.
  expect(page.workers()).toHaveLength(1);
  await page.keyboard.press("/");
  const box = page.getByRole("searchbox", { name: "Search in this trace" });
  await expect(box).toBeFocused();
  await box.fill("_");
  await expect(page.getByText("–/5")).toBeVisible();
  await box.fill("NO SEATS");
  await expect(rows(page)).toHaveCount(3);
  await box.press("Enter");
  await expect(page.getByText("1/1")).toBeVisible();
  await expect(selected(page)).toContainText("book_flight");
  // In the inputs, which the page has not loaded.
  await box.fill("olivia gonz");
  await expect(rows(page)).toHaveCount(3);
  await box.press("Enter");
  await expect(selected(page)).toContainText("get_user");
  await expect.poll(() => markedTexts(page)).toContainEqual(expect.stringMatching(/^olivia gonz$/i));
  await box.fill("nothing like it");
  await expect(page.getByText("none", { exact: true })).toBeVisible();
  await expect(page.getByText("No calls match “nothing like it”")).toBeVisible();
  await box.press("Escape");
  await expect(rows(page)).toHaveCount(6);
});

test("zooms by keys, wheel and minimap, and the link opens the same view", async ({ page, heddle, project }) => {
  const { slug, ids } = await logTrace(page, heddle, project, turns);
  await page.goto(`/${slug}/traces/${ids.get("run")}?sel=${ids.get("book_flight")}`);
  await expect(selected(page)).toContainText("book_flight");
  await page.keyboard.press("f");
  await expect(shownFrom(page)).toHaveAttribute("aria-valuenow", "55880");
  await expect(shownTo(page)).toHaveAttribute("aria-valuenow", "59120");
  await page.keyboard.press("s");
  await page.keyboard.press("a");
  await expect(shownFrom(page)).not.toHaveAttribute("aria-valuenow", "55880");
  await page.keyboard.press("w");
  await page.keyboard.press("0");
  await expect(shownFrom(page)).toHaveAttribute("aria-valuenow", "0");
  await expect(page).not.toHaveURL(/zoom=/);

  await shownTo(page).focus();
  await page.keyboard.press("PageDown");
  await expect(shownTo(page)).toHaveAttribute("aria-valuenow", "54000");
  const minimap = page.getByRole("region", { name: "Full trace" });
  const width = await minimap.evaluate((element) => element.getBoundingClientRect().width);
  await minimap.dblclick({ position: { x: width / 2, y: 30 } });
  await expect(shownTo(page)).toHaveAttribute("aria-valuenow", "60000");
  await minimap.hover({ position: { x: width / 2, y: 30 } });
  const map = await minimap.boundingBox();
  if (!map) throw new Error("The minimap is not there.");
  await page.mouse.down();
  await page.mouse.move(map.x + map.width - 12, map.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect(shownFrom(page)).toHaveAttribute("aria-valuenow", /^(29|30)\d{3}$/);
  await expect(page).toHaveURL(/zoom=/);

  await page.keyboard.down("Control");
  await row(page, "turn_two").hover({ position: { x: 700, y: 13 } });
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await expect(shownTo(page)).not.toHaveAttribute("aria-valuenow", "60000");
  await choose(page, "Timeline");
  // Addresses are written late, and one turn of a wheel may be several events: the link must be that of the view.
  const zoomedFrom = (url: string) => Math.round(Number(new URL(url).searchParams.get("zoom")?.split("~")[0]));
  await expect(async () => {
    expect(page.url()).toContain("view=timeline");
    await expect(shownFrom(page)).toHaveAttribute("aria-valuenow", String(zoomedFrom(page.url())), { timeout: 1_000 });
  }).toPass();
  const link = page.url();
  // Of this link: the address may change again between two looks.
  const from = zoomedFrom(link);
  await page.goto("about:blank");
  await page.goto(link);
  await expect(shownFrom(page)).toHaveAttribute("aria-valuenow", String(from));
  await expect(page.getByRole("application", { name: "Timeline of the trace" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("no seats");
});

test(
  "links to the newer and the older trace, and keeps the view",
  heldBy(
    "app/(dashboard)/[workspace]/traces/[callId]/adjacent-trace-links.test.tsx",
    "opens the next newer and the next older trace, and keeps the view",
  ),
  async ({ page, heddle, project }) => {
    const later = turns.map((step) => ({ ...step, at: step.at + 3_600_000 }));
    const newer = await storeTrace(heddle.serviceUrl, project, later);
    const { slug, ids } = await logTrace(page, heddle, project, turns);
    await page.goto(`/${slug}/traces/${ids.get("run")}?view=flame&sel=${ids.get("get_user")}`);
    await expect(page.getByRole("application")).toBeVisible();
    await page.keyboard.press("[");
    await page.waitForURL(new RegExp(`/traces/${newer.get("run")}\\?view=flame$`));
    await expect(page.getByRole("application")).toBeVisible();
    await page.getByRole("button", { name: "Older trace" }).click();
    await page.waitForURL(new RegExp(`/traces/${ids.get("run")}`));
    await page.getByRole("button", { name: "Older trace" }).click();
    await expect(page.getByText("This is the oldest trace").first()).toBeVisible();
  },
);

test(
  "marks the critical path of the trace",
  heldBy("components/trace/tree/trace-tree.test.tsx", "marks the calls on the critical path"),
  async ({ page, heddle, project }) => {
    const beside: Step = { op: "beside", kind: "tool", parent: "turn_one", at: 200, for: 100 };
    const { slug, ids } = await logTrace(page, heddle, project, [...turns, beside]);
    await page.goto(`/${slug}/traces/${ids.get("run")}`);
    await page.getByRole("button", { name: "Mark the critical path" }).click();
    await expect(row(page, "book_flight")).toContainText("on the critical path");
    await expect(row(page, "beside")).not.toContainText("on the critical path");
  },
);

test(
  "shortens pauses on request",
  heldBy(
    "lib/trace/time/time-window.test.ts",
    "draws a pause as a small share of the running time, and keeps the rest to scale",
  ),
  async ({ page, heddle, project }) => {
    const { slug, ids } = await logTrace(page, heddle, project, turns);
    await page.goto(`/${slug}/traces/${ids.get("run")}`);
    await page.getByRole("button", { name: "Shorten pauses" }).click();
    await expect(page).toHaveURL(/short=true/);
    const bar = () => row(page, "turn_one").locator("b").boundingBox();
    await expect.poll(async () => (await bar())?.width ?? 0).toBeGreaterThan(60);
    await page.getByRole("button", { name: "Shorten pauses" }).click();
    await expect.poll(async () => (await bar())?.width ?? 999).toBeLessThan(60);
  },
);

test(
  "selects in the flame graph by pointer and by keys, and zooms to a call",
  heldBy(
    "components/trace/lanes/use-show-selection.test.tsx",
    "finds the call at its time and lane, also when it is narrowly missed",
  ),
  async ({ page, heddle, project }) => {
    const { slug, ids } = await logTrace(page, heddle, project, turns);
    await page.goto(`/${slug}/traces/${ids.get("run")}?view=flame`);
    const flame = page.getByRole("application", { name: "Flame graph of the trace" });
    const picture = flame.getByRole("img");
    const width = await picture.evaluate((element) => element.getBoundingClientRect().width);
    // The second lane contains both turns; the second of them ends the trace.
    const position = { x: width * 0.96, y: 28 };
    await picture.hover({ position });
    await expect(page.getByText("Click to select, double-click to zoom")).toBeVisible();
    await picture.click({ position });
    await expect(flame.getByRole("status")).toContainText("turn_two");
    await expect(page).toHaveURL(new RegExp(`sel=${ids.get("turn_two")}`));
    await flame.focus();
    await page.keyboard.press("ArrowDown");
    await expect(flame.getByRole("status")).toContainText("book_flight");
    await page.keyboard.press("ArrowRight");
    await expect(flame.getByRole("status")).toContainText("ask_model");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowLeft");
    await expect(flame.getByRole("status")).toContainText("turn_one");
    await picture.dblclick({ position });
    await expect(shownFrom(page)).toHaveAttribute("aria-valuenow", "54600");
  },
);
