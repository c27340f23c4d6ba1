import type { Page } from "@playwright/test";
import { type AirlineTrace, logAirlineTrace } from "@/e2e/support/airline-trace";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import type { Heddle } from "@/e2e/support/run-heddle";
import { logCalls, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const details = (page: Page) => page.getByRole("region", { name: "Details" });
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });
const tree = (page: Page) => page.getByRole("treegrid", { name: "Calls in this trace" });
const deletions = (page: Page) => page.getByRole("region", { name: "Deletions" });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

interface Opened {
  readonly slug: string;
  readonly trace: AirlineTrace;
}

/** Opens the trace with one of its calls selected. */
async function openTrace(
  page: Page,
  heddle: Heddle,
  project: string,
  selected: keyof AirlineTrace,
  more = "",
): Promise<Opened> {
  const trace = await logAirlineTrace(heddle.serviceUrl, project);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces/${trace.root}?sel=${trace[selected]}${more}`);
  await expect(details(page).getByRole("button", { name: "Actions" })).toBeVisible();
  await expect(tab(page, /^Summary/)).toBeVisible();
  return { slug, trace };
}

const readCall = async (heddle: Heddle, project: string, id: string) => {
  const { call } = (await send(heddle.serviceUrl, "/call/read", { project_id: project, id })) as { call: unknown };
  return call;
};

test(
  "opens the most relevant tab: the conversation of a model call, the facts of another call",
  heldBy(
    "components/call/call-details.test.tsx",
    "opens the conversation of a model call, and the facts of another one",
  ),
  async ({ page, heddle, project }) => {
    const { trace, slug } = await openTrace(page, heddle, project, "answering");
    await expect(tab(page, /^Chat/)).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel")).toContainText("HAT170 is not available.");
    await page.goto(`/${slug}/traces/${trace.root}?sel=${trace.failing}`);
    await expect(tab(page, /^Summary/)).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel")).toContainText("ToolError: HAT170 is not available");
    await page.keyboard.press("4");
    await expect(tab(page, /^Attributes/)).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel")).toContainText("kind");
  },
);

test(
  "shows the source and version of the op, and links to it",
  heldBy("components/call/call-details.test.tsx", "shows the source of the op with a link to its version"),
  async ({ page, heddle, project }) => {
    const { slug } = await openTrace(page, heddle, project, "failing", "&tab=code");
    const panel = page.getByRole("tabpanel");
    await expect(panel.getByRole("region", { name: "Source" })).toContainText("raise ToolError('not available')");
    await expect(panel).toContainText("latest");
    await panel.getByRole("link", { name: "change_flight v0" }).click();
    await page.waitForURL(`**/${slug}/objects?object=op%2Fchange_flight*`);
  },
);

test(
  "says so where no code was stored",
  heldBy("components/call/call-details.test.tsx", "says that no code was stored"),
  async ({ page, heddle, project }) => {
    await openTrace(page, heddle, project, "question", "&tab=code");
    await expect(page.getByRole("tabpanel")).toContainText("No code stored for this call");
  },
);

test(
  "links a ref in a value to the version that it names",
  heldBy(
    "components/object/use-ref-href.test.tsx",
    "leads to the workspace of the ref's project on the same connection",
  ),
  async ({ page, heddle, project }) => {
    const { slug } = await openTrace(page, heddle, project, "root", "&tab=payload");
    await page
      .getByRole("tabpanel")
      .getByRole("link", { name: /object\/policy/ })
      .click();
    await page.waitForURL(`**/${slug}/objects?object=policy*`);
    await expect(page.getByText("No changes on the day.").first()).toBeVisible();
  },
);

test(
  "adds reactions, notes and annotations, and deletes the user's own",
  heldBy("components/call/feedback/call-feedback.test.tsx", "names who reacted and who wrote a note"),
  async ({ page, heddle, project }) => {
    const val = { name: "Polite", field_schema: { type: "boolean" } };
    const obj = { project_id: project, object_id: "polite", builtin_object_class: "AnnotationSpec", val };
    await send(heddle.serviceUrl, "/obj/create", { obj });
    const { trace } = await openTrace(page, heddle, project, "failing", "&tab=feedback");
    const weaveRef = `weave:///${project}/call/${trace.failing}`;
    await send(heddle.serviceUrl, "/feedback/create", {
      project_id: project,
      weave_ref: weaveRef,
      feedback_type: "wandb.note.1",
      payload: { note: "Of a program" },
    });
    await page.reload();
    const panel = page.getByRole("tabpanel");
    const entries = panel.getByRole("list", { name: "Notes, annotations and scores" }).getByRole("listitem");
    await expect(entries).toHaveCount(1);
    await expect(entries.getByRole("button", { name: "Remove: Note" })).toHaveCount(1);

    await panel.getByRole("button", { name: "React" }).click();
    await page.getByRole("button", { name: "👎", exact: true }).click();
    const reaction = panel.getByRole("button", { name: "👎, 1" });
    await expect(reaction).toHaveAttribute("aria-pressed", "true");
    await reaction.click();
    await expect(reaction).toHaveCount(0);

    await panel.getByRole("form", { name: "Add a note" }).getByLabel("Note").fill("Wrong flight");
    await panel.getByRole("button", { name: "Add note" }).click();
    await expect(entries).toHaveCount(2);
    await expect(entries.last()).toContainText("Wrong flight");
    await expect(entries.last()).toContainText("you,");
    await expect(panel.getByLabel("Note", { exact: true })).toHaveValue("");

    const form = panel.getByRole("form", { name: "Add an annotation" });
    await form.getByRole("combobox", { name: "Value" }).click();
    await page.getByRole("option", { name: "No", exact: true }).click();
    await form.getByRole("button", { name: "Add annotation" }).click();
    await expect(entries).toHaveCount(3);
    await expect(entries.last()).toContainText("Polite");
    await expect(entries.last()).toContainText("false");
    await expect(tab(page, /^Feedback/)).toContainText("3");

    await entries.nth(1).getByRole("button", { name: "Remove: Note" }).click();
    await expect(entries).toHaveCount(2);
    await expect(panel).not.toContainText("Wrong flight");
  },
);

test("shows the call as the service returns it, to copy and to save", async ({ page, context, heddle, project }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { trace } = await openTrace(page, heddle, project, "failing", "&tab=raw");
  await page.getByRole("button", { name: "Copy call as JSON" }).click();
  await expect.poll(() => copied(page)).toContain(`"id":"${trace.failing}"`);
  expect(JSON.parse(await copied(page))).toMatchObject({ inputs: { to: "HAT170" }, trace_id: trace.root });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download call as JSON" }).click();
  expect((await download).suggestedFilename()).toBe(`${trace.failing}.json`);
});

test(
  "copies programs that read the call, without a key in them",
  heldBy("lib/calls/call-snippets.test.ts", "is one command for a shell, whatever characters the ids contain"),
  async ({ page, context, heddle, project }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { trace } = await openTrace(page, heddle, project, "failing");
    const copy = async (name: string) => {
      await details(page).getByRole("button", { name: "Actions" }).click();
      await page.getByRole("menuitem", { name }).click();
      await expect(page.getByRole("menu")).toHaveCount(0);
    };
    await copy("Copy as curl");
    await expect.poll(() => copied(page)).toContain("$WANDB_API_KEY");
    expect(await copied(page)).toContain(trace.failing);
    await copy("Copy as Python");
    await expect.poll(() => copied(page)).toContain(`client.get_call("${trace.failing}")`);
    await copy("Copy id");
    await expect.poll(() => copied(page)).toBe(trace.failing);
    await copy("Copy link");
    await expect.poll(() => copied(page)).toContain(`/traces/${trace.failing}`);
  },
);

test(
  "renames a call everywhere, and clears the name again",
  heldBy("components/call/actions/call-menu.test.tsx", "renames the call, and clears the name again"),
  async ({ page, heddle, project }) => {
    await openTrace(page, heddle, project, "question");
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Rename call" });
    await dialog.getByLabel("Name").fill("First question");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(details(page).getByRole("heading", { name: "First question" })).toBeVisible();
    await expect(tree(page)).toContainText("First question");
    await page.keyboard.press("r");
    await dialog.getByLabel("Name").fill("");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expect(tree(page)).not.toContainText("First question");
  },
);

test(
  "shows the new name also when the trace was still loading",
  heldBy("components/call/actions/call-menu.test.tsx", "renames the call"),
  async ({ page, heddle, project }) => {
    let release = () => {};
    const renamed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      "**/calls.skeleton",
      async (route) => {
        // Read before the call is renamed, delivered afterwards.
        const response = await route.fetch();
        await renamed;
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
    await openTrace(page, heddle, project, "question");
    await expect(tree(page)).toHaveCount(0);
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Rename call" });
    await dialog.getByLabel("Name").fill("First question");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expect(dialog).toHaveCount(0);
    release();
    await expect(tree(page)).toContainText("First question");
  },
);

test(
  "deletes a call and its children, unless it is undone in time",
  heldBy("components/call/actions/call-menu.test.tsx", "delete the call with its key"),
  async ({ page, heddle, project }) => {
    const { trace, slug } = await openTrace(page, heddle, project, "failing");
    const row = tree(page).getByRole("row").filter({ hasText: "change_flight" });
    await page.keyboard.press("#");
    // The pointer on the notice pauses its timer.
    await deletions(page).hover();
    await expect(deletions(page)).toContainText("change_flight alone will be deleted");
    await expect(row).toHaveCount(0);
    await expect(details(page)).toContainText("This call will be deleted");
    await deletions(page).getByRole("button", { name: /^Undo/ }).click();
    await expect(row).toHaveCount(1);
    await expect(deletions(page)).toHaveCount(0);
    expect(await readCall(heddle, project, trace.failing)).not.toBeNull();

    // Returning to the list does not send the deletion: it can still be undone there.
    await page.getByRole("button", { name: "Trace actions" }).click();
    await page.getByRole("menuitem", { name: /^Delete call and children/ }).click();
    await expect(deletions(page)).toContainText("task and its 4 descendants will be deleted");
    await page.getByRole("link", { name: "Back to traces" }).click();
    await deletions(page).hover();
    await page.waitForURL(`**/${slug}/traces`);
    await expect(deletions(page)).toContainText("task and its 4 descendants");
    await expect(page.getByRole("grid", { name: "Traces" }).getByRole("row").filter({ hasText: "task" })).toHaveCount(
      0,
    );
    expect(await readCall(heddle, project, trace.root)).not.toBeNull();

    // Leaving the page sends it.
    await page.goto("about:blank");
    await expect.poll(() => readCall(heddle, project, trace.root)).toBeNull();
    await expect.poll(() => readCall(heddle, project, trace.question)).toBeNull();
  },
);

test(
  "tells a viewer why changes are not possible",
  heldBy("components/call/feedback/call-feedback.test.tsx", "is read-only for a viewer, with an explanation"),
  async ({ page, heddle, project, joinAs }) => {
    const { trace, slug } = await openTrace(page, heddle, project, "failing");
    const { page: viewer } = await joinAs("viewer");
    await viewer.goto(`/${slug}/traces/${trace.root}?sel=${trace.failing}&tab=feedback`);
    await expect(viewer.getByRole("tabpanel")).toContainText("You are a viewer");
    await details(viewer).getByRole("button", { name: "Actions" }).click();
    await expect(viewer.getByRole("menu")).toContainText("You are a viewer");
    await expect(viewer.getByRole("menuitem", { name: /^Rename/ })).toBeDisabled();
    await viewer.keyboard.press("Escape");
    await viewer.keyboard.press("#");
    await expect(deletions(viewer)).toHaveCount(0);
  },
);

test(
  "adds up the calls of a trace by op, and links to the slowest",
  heldBy("lib/trace/statistics/trace-statistics.test.ts", "count calls and errors, and add durations and self time"),
  async ({ page, heddle, project }) => {
    await openTrace(page, heddle, project, "root", "&view=statistics");
    const table = page.getByRole("grid", { name: "Statistics by op" });
    const rowOf = (op: string) => table.getByRole("row").filter({ hasText: op });
    await expect(table.getByRole("row")).toHaveCount(5);
    await expect(rowOf("chat.completions")).toContainText(/7\.00\s*s/);
    await expect(rowOf("chat.completions")).toContainText("200");
    await expect(rowOf("change_flight")).toContainText(/300\s*ms/);
    await expect(table.getByRole("row").nth(1)).toContainText("chat.completions");
    await table.getByRole("button", { name: /^Total/ }).click();
    await expect(table.getByRole("row").nth(1)).toContainText("task");
    await expect(page).toHaveURL(/by=-totalMs/);
    await rowOf("chat.completions")
      .getByRole("button", { name: /slowest call of chat.completions/ })
      .click();
    await expect(page.getByRole("tabpanel")).toContainText("HAT170 is not available.");
  },
);

test(
  "lists the calls of a trace by time, finds one, and draws the steps as a graph",
  heldBy(
    "app/(dashboard)/[workspace]/traces/[callId]/log/trace-log.test.tsx",
    "lists calls by start with what went in and out",
  ),
  async ({ page, heddle, project }) => {
    const { trace } = await openTrace(page, heddle, project, "root", "&view=log");
    const log = page.getByRole("grid", { name: "Log of this trace" });
    await expect(log.getByRole("row", { name: /^error/ }).filter({ hasText: "change_flight" })).toContainText(
      "ToolError: HAT170 is not available",
    );
    await page.keyboard.press("/");
    await page.keyboard.type("change_flight");
    await expect(log.getByRole("row")).toHaveCount(2);
    await log.getByRole("row").nth(1).click();
    const selected = () => new URL(page.url()).searchParams.get("sel");
    await expect.poll(selected).toBe(trace.failing);
    await expect(details(page)).toContainText("ToolError");

    await page.getByRole("radio", { name: "Graph" }).click();
    const step = (name: RegExp) => page.getByRole("button", { name });
    await expect(step(/^change_flight, tool, failed.*leads back to chat.completions/)).toHaveAttribute(
      "aria-current",
      "true",
    );
    await step(/^change_flight/).click();
    await page.keyboard.press("ArrowUp");
    await expect(step(/^chat.completions, LLM, 2 calls.*then change_flight, then embeddings/)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(selected).toBe(trace.question);
    await page.keyboard.press(".");
    await expect.poll(selected).toBe(trace.answering);
    await page.getByRole("radio", { name: "Calls", exact: true }).click();
    await expect(step(/^chat.completions, LLM.*then change_flight$/)).toBeVisible();
  },
);

test(
  "shows each message of a trace once, next to its call",
  heldBy(
    "lib/trace/transcript/transcript-step.test.ts",
    "omits repeated messages, and results that have their own steps",
  ),
  async ({ page, heddle, project }) => {
    const { trace } = await openTrace(page, heddle, project, "root", "&view=transcript");
    const transcript = page.getByRole("region", { name: "Transcript" });
    await expect(transcript).toContainText("3 conversation calls, 1 tool call");
    await expect(transcript.getByText("HAT170 is not available.", { exact: true })).toHaveCount(1);
    await expect(transcript.getByText("Move me to an earlier flight.")).toHaveCount(1);
    await expect(transcript.getByText("You are an agent of an airline.")).toHaveCount(1);
    await expect(transcript.getByRole("group", { name: "change_flight", exact: true })).toHaveCount(1);
    await expect(transcript.getByText("ToolError: HAT170 is not available")).toHaveCount(1);
    await expect(transcript).toContainText("as messages");
    await transcript.getByRole("button", { name: "change_flight", exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("sel")).toBe(trace.failing);
    await expect(details(page)).toContainText("ToolError");
  },
);

test(
  "shows the same tabs in a peek, and keeps the chosen one from call to call",
  heldBy("components/call/call-details.test.tsx", "keeps the chosen tab from call to call"),
  async ({ page, heddle, project }) => {
    await logCalls(heddle.serviceUrl, project, [
      { op: "first", startedAt: new Date(Date.now() - 9000), durationMs: 10, attributes: { env: "one" } },
      { op: "second", startedAt: new Date(Date.now() - 8000), durationMs: 10, attributes: { env: "two" } },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    const peek = page.getByRole("complementary", { name: "Peek" });
    await expect(page.getByRole("grid", { name: "Traces" }).getByRole("row")).toHaveCount(3);
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await expect(peek).toContainText("second");
    await tab(page, /^Attributes/).click();
    await expect(peek).toContainText('"two"');
    await page.keyboard.press("j");
    await expect(peek).toContainText('"one"');
    await expect(tab(page, /^Attributes/)).toHaveAttribute("aria-selected", "true");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(peek).toContainText('"one"');
  },
);

test(
  "loads no payload before it is shown",
  heldBy("components/call/call-details.test.tsx", "loads no payload before a tab shows it"),
  async ({ page, heddle, project }) => {
    const { trace, slug } = await openTrace(page, heddle, project, "root");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`/${slug}/traces?peek=${trace.answering}&grain=all&tab=summary`);
    const peek = page.getByRole("complementary", { name: "Peek" });
    await expect(peek.getByRole("region", { name: "inputs" })).toContainText("messages");
    expect(requests.filter((url) => url.endsWith("/call.read"))).toEqual([]);
    await tab(page, /^Raw/).click();
    await expect.poll(() => requests.filter((url) => url.endsWith("/call.read")).length).toBe(1);
  },
);
