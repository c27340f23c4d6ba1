import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, PHONE } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { importFile } from "@/e2e/support/import-file";
import { markedTexts } from "@/e2e/support/marked-texts";
import { connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import { API_KEY } from "@/e2e/support/run-heddle";
import { logCalls, type SeedCall } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const threads = (page: Page): Locator => page.getByRole("grid", { name: "Threads" });
const threadRows = (page: Page): Locator => threads(page).locator("tbody tr[aria-rowindex]");
const pane = (page: Page): Locator => page.getByRole("complementary", { name: "Thread" });
/** Next has an empty alert of its own. */
const alert = (page: Page): Locator => page.getByRole("alert").filter({ hasText: /./ });
const currentTurn = (page: Page): Locator =>
  pane(page).getByRole("list", { name: "Conversation" }).locator("> li[aria-current=true]");

/** Conversations as recorded for agents: the first has most turns, and each turn uses a tool. */
function recordedConversations(count: number) {
  return Array.from({ length: count }, (_, task) => {
    const turns = task === 0 ? 6 : 1 + (task % 3);
    const traj = Array.from({ length: turns }, (_, turn) => [
      { role: "user", content: `Passenger ${task} asks question ${turn + 1}` },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: `c${turn}`, type: "function", function: { name: "get_user_details", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: `c${turn}`, name: "get_user_details", content: "{}" },
      { role: "assistant", content: `Answer ${turn + 1} for passenger ${task}` },
    ]).flat();
    return { task_id: task, trial: 0, reward: 1, traj: [{ role: "system", content: "You are an agent." }, ...traj] };
  });
}

const conversationsFile = (count: number) => JSON.stringify(recordedConversations(count));

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const turn = (thread: string, minutes: number, members: Partial<SeedCall> = {}): SeedCall => ({
  op: "agent.turn",
  startedAt: minutesAgo(minutes),
  durationMs: 2000,
  inputs: { message: `A question in ${thread}` },
  output: `An answer in ${thread}`,
  thread,
  ...members,
});

async function filterBy(page: Page, text: string): Promise<void> {
  const search = page.getByRole("combobox", { name: "Search and filter" });
  await search.fill(text);
  await search.press("Enter");
}

test(
  "shows two hundred imported conversations, sorts them, finds one, and reads it",
  heldBy("components/thread/use-threads.test.tsx", "are found by the text of their messages once these are loaded"),
  async ({ page, heddle, project, fileOf }) => {
    await importFile(heddle.serviceUrl, project, fileOf("conversations.json", conversationsFile(200)));
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/threads?t=all`);
    await expect(page.getByText(/^200 threads in /)).toBeVisible();
    await expect(threads(page)).toHaveAttribute("aria-rowcount", "201");

    await threads(page).getByRole("button", { name: "Turns", exact: true }).click();
    await expect(threadRows(page).first()).toContainText("task-0-trial-0");
    await expect(threads(page).getByRole("columnheader", { name: /Turns/ })).toHaveAttribute("aria-sort", "descending");
    await expect(threadRows(page).first()).toContainText("Passenger 0 asks question 1");
    await expect(threadRows(page).first()).toContainText("Answer 6 for passenger 0");
    await page.getByRole("button", { name: /^Sorted by Turns/ }).click();
    await page.getByRole("menuitemradio", { name: "Thread id" }).click();
    await expect(threadRows(page).first()).toContainText("task-99-trial-0");
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("-thread_id");

    await filterBy(page, "turns:>5");
    await expect(threadRows(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Remove filter: turns > 5" }).click();
    await filterBy(page, '"passenger 150"');
    await expect(threadRows(page)).toHaveCount(1);
    await expect(page.getByText("searched first and last messages of 200")).toBeVisible();
    await page.getByRole("button", { name: /^Remove filter/ }).click();
    await filterBy(page, "turns:6");
    await expect(threadRows(page)).toHaveCount(1);

    await threadRows(page).first().click();
    await expect(pane(page).getByText("6 turns", { exact: true }).first()).toBeVisible();
    await expect(pane(page).getByText("generated times")).toBeVisible();
    const first = pane(page).getByRole("article", { name: "Turn 1", exact: true });
    await expect(first).toContainText("Passenger 0 asks question 1");
    await expect(first.getByRole("list", { name: "Tools" })).toContainText("get_user_details500 ms");
    await expect(first).toContainText("Answer 1 for passenger 0");
    await page.reload();
    await expect(first).toContainText("Answer 1 for passenger 0");
    const traces = await pane(page).getByRole("link", { name: "Traces" }).getAttribute("href");
    expect(new URLSearchParams(traces?.split("?")[1]).get("q")).toMatch(/^thread:task-0-trial-0-/);

    await first.getByRole("link", { name: "Trace of turn 1" }).click();
    await page.waitForURL(/\/traces\/[^/?]+/);
    await expect(page.getByRole("treegrid").getByRole("row", { name: /get_user_details/ })).toBeVisible();
  },
);

test(
  "moves through threads and turns by keys, and opens the trace of a turn",
  heldBy(
    "app/(dashboard)/[workspace]/threads/use-threads-keys.test.tsx",
    "move the cursor, except with the arrows while a conversation is open",
  ),
  async ({ page, heddle, project }) => {
    const [, first, second] = await logCalls(heddle.serviceUrl, project, [
      turn("older", 20),
      turn("newer", 10, { inputs: { message: "The first question" } }),
      turn("newer", 5, { inputs: { message: "The second question" } }),
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/threads`);
    await expect(threadRows(page)).toHaveCount(2);
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await expect(pane(page).getByRole("heading", { name: "newer" })).toBeVisible();
    await page.keyboard.press("j");
    await expect(pane(page).getByRole("heading", { name: "older" })).toBeVisible();
    await page.keyboard.press("k");
    await expect(pane(page)).toContainText("The second question");
    await page.keyboard.press("ArrowDown");
    await expect(currentTurn(page)).toContainText("The first question");
    await page.keyboard.press("ArrowDown");
    await expect(currentTurn(page)).toContainText("The second question");
    await page.waitForURL((address) => address.searchParams.get("turn") === second);
    await page.keyboard.press("ArrowUp");
    await page.waitForURL((address) => address.searchParams.get("turn") === first);
    await page.keyboard.press("t");
    await page.waitForURL(`**/${slug}/traces/${first}`);
    await page.goBack();
    await expect(currentTurn(page)).toContainText("The first question");
    await page.keyboard.press("Escape");
    // The address is written after the next keys: that must not undo their navigation.
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.waitForURL(`**/${slug}/traces`);
  },
);

test(
  "shows a whole conversation as a page, turn by turn, and continues with the next of the list",
  heldBy(
    "app/(dashboard)/[workspace]/threads/[threadId]/use-thread-page-keys.test.tsx",
    "presses the links to the neighbouring threads",
  ),
  async ({ page, heddle, project, fileOf }) => {
    await importFile(heddle.serviceUrl, project, fileOf("conversations.json", conversationsFile(4)));
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/threads?t=all&sort=-turn_count`);
    await expect(threadRows(page)).toHaveCount(4);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/${slug}/threads/task-0-trial-0-*`);
    await expect(page.getByText("1 of 4", { exact: true })).toBeVisible();

    const turns = page.getByRole("region", { name: "Turns" });
    await expect(turns.getByRole("listitem")).toHaveCount(6);
    await expect(turns.getByRole("listitem").nth(5)).toContainText("Passenger 0 asks question 6");
    const conversation = page.getByRole("region", { name: "Conversation" });
    await expect(conversation).toContainText("You are an agent.");
    const first = conversation.getByRole("article", { name: "Turn 1", exact: true });
    await expect(first).toContainText("Passenger 0 asks question 1");
    await expect(first.getByRole("group", { name: "get_user_details", exact: true })).toBeVisible();
    await expect(first.getByRole("group", { name: "Result of get_user_details" })).toBeVisible();
    // The turn's own answer equals the model's last message: shown once.
    await expect(first.getByText("Answer 1 for passenger 0")).toHaveCount(1);

    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const details = page.getByRole("complementary", { name: "Turn 2" });
    await expect(details).toContainText("Time by kind");
    await expect(details).toContainText(/LLM4\.00\s*s89%/);
    // The address is written late: the page read again must be that of the second turn.
    const address = await conversation.getByRole("link", { name: "Trace of turn 2" }).getAttribute("href");
    const second = address?.split("/").at(-1) ?? "";
    await page.waitForURL(({ searchParams }) => searchParams.get("turn") === second);
    await page.reload();
    await expect(details).toContainText("Time by kind");
    await expect(first.or(conversation.getByRole("article")).first()).toContainText("Passenger 0");

    // A text is found in all calls of the thread, also in those that are not loaded.
    await page.keyboard.press("/");
    const find = page.getByRole("searchbox", { name: "Search in this thread" });
    await expect(find).toBeFocused();
    await find.fill("asks question 6");
    await expect(page.getByText("–/1", { exact: true })).toBeVisible();
    await find.press("Enter");
    await expect.poll(() => markedTexts(page)).toContain("asks question 6");
    const sixth = page.getByRole("complementary", { name: "Turn 6" });
    await expect(sixth.getByRole("link", { name: "Playground" })).toHaveAttribute("href", /\/playground\?call=/);
    await find.press("Escape");
    await expect(page).not.toHaveURL(/find=/);
    const tool = conversation.getByRole("group", { name: "Result of get_user_details" }).first();
    await expect(tool.getByRole("button").first()).toHaveAttribute("aria-expanded", "false");
    await page.getByRole("button", { name: "Unfold all" }).click();
    await expect(tool.getByRole("button").first()).toHaveAttribute("aria-expanded", "true");
    await page.getByRole("radio", { name: "As sent" }).click();
    // The whole history, as the model got it.
    await expect(conversation.getByRole("article").first()).toContainText("You are an agent.");
    await page.getByRole("radio", { name: "Conversation" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const saved = readFileSync(await (await download).path(), "utf8");
    const { messages } = JSON.parse(saved) as { messages: { role: string; content: string }[] };
    expect(messages[0]).toEqual({ role: "system", content: "You are an agent." });
    expect(messages.filter(({ role }) => role === "user")).toHaveLength(6);

    await expect(page).toHaveURL(/turn=/);
    await page.keyboard.press("]");
    await page.waitForURL(/\/threads\/task-[1-3]-trial-0-/);
    await expect(page.getByText("2 of 4", { exact: true })).toBeVisible();
    await page.setViewportSize(PHONE);
    await expect(conversation.getByRole("article").first()).toContainText("asks question 1");
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("Escape");
    await page.waitForURL((address) => address.pathname === `/${slug}/threads`);
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("-turn_count");
  },
);

test(
  "selects several threads, and exports or compares them, or turns them into training data",
  heldBy(
    "app/(dashboard)/[workspace]/threads/use-threads-keys.test.tsx",
    "compare, copy and export the selected threads",
  ),
  async ({ page, heddle, project }) => {
    await logCalls(heddle.serviceUrl, project, [
      turn("first", 30),
      turn("second", 20),
      turn("third", 10),
      turn("first", 5),
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/threads?sort=thread_id`);
    await expect(threadRows(page)).toHaveCount(3);
    const bar = page.getByRole("region", { name: "Selection" });
    await threads(page).getByRole("checkbox", { name: "Select first", exact: true }).click();
    await expect(bar).toContainText("1 selected2 turns");
    await expect(bar.getByRole("link", { name: "Compare" })).toHaveCount(0);
    await threads(page)
      .getByRole("checkbox", { name: "Select third", exact: true })
      .click({ modifiers: ["Shift"] });
    await expect(bar).toContainText("3 selected4 turns");
    await page.keyboard.press("Escape");
    await expect(bar).toHaveCount(0);

    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(bar).toContainText("2 selected3 turns");
    const saved = page.waitForEvent("download");
    await page.keyboard.press("e");
    await page.getByRole("menuitem", { name: "JSONL" }).click();
    const lines = readFileSync(await (await saved).path(), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.map((text) => JSON.parse(text))).toMatchObject([
      { thread_id: "first", turn_count: 2 },
      { thread_id: "second", turn_count: 1 },
    ]);
    await expect(bar.getByRole("link", { name: "Show calls" })).toHaveAttribute("href", /q=thread%3Afirst%2Csecond/);

    await bar.getByRole("link", { name: "Compare" }).click();
    await page.waitForURL((address) => address.searchParams.get("threads") === "first,second");
    await expect(page.getByText("Compare 2 threads")).toBeVisible();
    await page.goBack();
    await threads(page).getByRole("checkbox", { name: "Select second", exact: true }).click();
    await bar.getByRole("button", { name: "Build trajectory groups" }).click();
    await page.waitForURL((address) => address.searchParams.get("threads") === "second");
  },
);

test(
  "shows the first thread automatically, queues later ones, and ends running turns",
  heldBy(
    "components/thread/use-threads.test.tsx",
    "updates figures of its threads, counts new ones, and shows them on request",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/threads`);
    await expect(page.getByText("Waiting for the first turn")).toBeVisible();
    await logCalls(heddle.serviceUrl, project, [turn("alive", 1)]);
    await expect(threadRows(page)).toHaveCount(1);

    await threadRows(page).first().click();
    await logCalls(heddle.serviceUrl, project, [
      turn("alive", 0.1, { inputs: { message: "Are you still there?" } }),
      turn("another", 0.1),
    ]);
    // The existing row changes in its place; the new one waits.
    await expect(threadRows(page).first().getByRole("gridcell").nth(3)).toHaveText("2");
    await expect(pane(page)).toContainText("Are you still there?");
    await page.getByRole("button", { name: "1 new" }).click();
    await expect(threadRows(page)).toHaveCount(2);
  },
);

test(
  "marks a failed and a running turn in the list and explains them in the conversation",
  heldBy(
    "app/(dashboard)/[workspace]/threads/[threadId]/conversation/conversation-turn.test.tsx",
    "shows why it failed and its status",
  ),
  async ({ page, heddle, project }) => {
    const { durationMs: _, output: __, ...running } = turn("alive", 1);
    await logCalls(heddle.serviceUrl, project, [
      turn("broken", 9, { exception: "RateLimitError: 429 on gpt-4.1", output: null }),
      running,
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/threads?thread=broken`);
    await expect(threadRows(page).filter({ hasText: "broken" })).toContainText("RateLimitError: 429 on gpt-4.1");
    await expect(pane(page).getByRole("article")).toContainText("RateLimitError: 429 on gpt-4.1");
    await expect(pane(page).getByRole("img", { name: "error" })).toBeVisible();
    await threadRows(page).filter({ hasText: "alive" }).click();
    await expect(pane(page).getByRole("article")).toContainText("running");
    await expect(pane(page)).toContainText("Following the live turn");
  },
);

test(
  "requests a part of the threads, which is in the address",
  heldBy("components/thread/use-threads.test.tsx", "does not request rows beyond a window that is already filled"),
  async ({ page, heddle, project }) => {
    const started = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const named = ["one", "two", "three", "four", "five"];
    await logCalls(
      heddle.serviceUrl,
      project,
      named.map((name, at) => ({ ...turn(name, 0, { inputs: { message: name } }), startedAt: started(at + 1) })),
    );
    const slug = await makeWorkspace(page, heddle.url, project);
    const asks = page.waitForRequest(
      (request) => request.url().includes("threads.streamQuery") && request.postDataJSON()?.offset === 1,
    );
    await page.goto(`/${slug}/threads`);
    await expect(threadRows(page)).toHaveCount(5);
    await page.getByRole("button", { name: "All threads" }).click();
    const rangeDialog = page.getByRole("dialog", { name: "Range of threads" });
    await rangeDialog.getByLabel("Threads to skip").fill("1");
    await rangeDialog.getByLabel("Maximum threads").fill("3");
    await rangeDialog.getByRole("button", { name: "Load" }).click();
    await expect(threadRows(page)).toContainText(["two", "three", "four"]);
    expect((await asks).postDataJSON()).toMatchObject({ offset: 1, limit: 3 });
    await expect(page).toHaveURL(/offset=1&limit=3/);
    await page.reload();
    await expect(threadRows(page)).toContainText(["two", "three", "four"]);

    await page.goto(`/${slug}/threads?offset=9`);
    await expect(page.getByText("No threads in this part of the list")).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Show all threads", exact: true }).last().click();
    await expect(threadRows(page)).toHaveCount(5);
  },
);

test("draws only the visible turns of a thread of 2,000, and reaches the last one", async ({
  page,
  heddle,
  project,
}) => {
  const startedMs = Date.now() - 2_100_000;
  const ids: string[] = [];
  for (let from = 0; from < 2000; from += 500) {
    const part = Array.from({ length: 500 }, (_, at) => ({
      ...turn("endless", 0, { inputs: { message: `Question ${from + at + 1}` } }),
      startedAt: new Date(startedMs + (from + at) * 1000),
    }));
    ids.push(...(await logCalls(heddle.serviceUrl, project, part)));
  }
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/threads?thread=endless&turn=${ids.at(-1)}`);
  await expect(pane(page).getByRole("article", { name: "Turn 2000", exact: true })).toContainText("Question 2000");
  expect(await pane(page).getByRole("article").count()).toBeLessThan(60);
  const bars = pane(page).getByRole("group", { name: "Turns" }).getByRole("button");
  expect(await bars.count()).toBeLessThanOrEqual(120);
  expect(await bars.last().evaluate((bar) => bar.closest("aside")?.scrollWidth ?? 0)).toBeLessThanOrEqual(464);

  await page.goto(`/${slug}/threads/endless?turn=${ids.at(-1)}`);
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation.getByRole("article", { name: "Turn 2000", exact: true })).toContainText("Question 2000");
  await page.keyboard.press("k");
  await expect.poll(() => new URL(page.url()).searchParams.get("turn")).toBe(ids.at(-2));
  expect(await conversation.getByRole("article").count()).toBeLessThan(60);
});

test(
  "shows the messages of model calls for an OpenTelemetry thread without messages of its own",
  heldBy("lib/thread/read-thread-previews.test.ts", "are read from model calls inside when the turns have no text"),
  async ({ page, heddle, project }) => {
    const attribute = (key: string, value: unknown) => ({
      key,
      value: { stringValue: typeof value === "string" ? value : JSON.stringify(value) },
    });
    const messageOf = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
    const nanos = (ms: number) => String(BigInt(Date.now() - 60_000 + ms) * 1_000_000n);
    const span = (id: string, parent: string, name: string, attributes: unknown[]) => ({
      traceId: "0af7651916cd43dd8448eb211c80319c",
      spanId: id,
      parentSpanId: parent,
      name,
      startTimeUnixNano: nanos(0),
      endTimeUnixNano: nanos(1500),
      attributes,
    });
    const spans = [
      span("b7ad6b7169203331", "", "invoke_agent airline", [
        attribute("gen_ai.operation.name", "invoke_agent"),
        attribute("gen_ai.conversation.id", "otel-1"),
      ]),
      span("b7ad6b7169203332", "b7ad6b7169203331", "chat gpt-4o", [
        attribute("gen_ai.operation.name", "chat"),
        attribute("gen_ai.input.messages", [messageOf("system", "Be brief."), messageOf("user", "Where is my bag?")]),
        attribute("gen_ai.output.messages", [messageOf("assistant", "In Seattle.")]),
      ]),
      span("b7ad6b7169203333", "b7ad6b7169203331", "execute_tool find_bag", [
        attribute("gen_ai.operation.name", "execute_tool"),
        attribute("gen_ai.tool.name", "find_bag"),
      ]),
    ];
    const sent = await fetch(`${heddle.serviceUrl}/otel/v1/traces`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}`,
        "content-type": "application/json",
        project_id: project,
      },
      body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
    });
    expect(sent.status).toBe(200);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/threads?thread=otel-1`);
    await expect(threadRows(page).first()).toContainText("Where is my bag?");
    await expect(threadRows(page).first()).toContainText("In Seattle.");
    const only = pane(page).getByRole("article");
    await expect(only).toContainText("Where is my bag?");
    await expect(only).toContainText("In Seattle.");
    await expect(only.getByRole("list", { name: "Tools" })).toContainText("find_bag");
  },
);

test.describe("on another kind of service", () => {
  const line = (index: number) =>
    `${JSON.stringify({
      thread_id: `thread-${index}`,
      turn_count: index,
      start_time: "2026-11-20T10:00:00Z",
      last_updated: "2026-11-20T10:00:05Z",
      p50_turn_duration_ms: 1000,
      p99_turn_duration_ms: 2000,
    })}\n`;

  test(
    "keeps the rows of a stream that broke off, says where, and continues from there",
    heldBy(
      "components/thread/use-threads.test.tsx",
      "is incomplete when its stream was cut short, and continues where it ended",
    ),
    async ({ page, heddle, project, upstream }) => {
      let cut = () => {};
      upstream.reply = (response, { path, body }) => {
        if (path !== "/threads/stream_query") {
          response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not Found"}');
          return;
        }
        const { offset = 0 } = JSON.parse(body.toString()) as { offset?: number };
        response.writeHead(200, { "content-type": "application/jsonl" });
        if (offset > 0) response.end(line(offset + 1) + line(offset + 2));
        else response.write(line(1) + line(2) + line(3).slice(0, 20));
        cut = () => response.destroy();
      };
      const slug = await connectWorkspace(page, heddle.url, project, upstream);
      await page.goto(`/${slug}/threads?t=all`);
      await expect(threadRows(page)).toHaveCount(2);
      // The third line breaks in its middle, and the connection with it.
      cut();
      await expect(alert(page)).toContainText("Stream ended early at 2");
      await expect(threadRows(page)).toHaveCount(2);
      await expect(page.getByText("2 so far")).toBeVisible();
      await page.getByRole("button", { name: "Resume" }).click();
      await expect(threadRows(page)).toHaveCount(4);
      await expect(threads(page)).toContainText("thread-4");
      await expect(page.getByText("Stream ended early")).toHaveCount(0);
      await expect(page.getByText("First and last message")).toHaveCount(0);
    },
  );

  test(
    "stops a stream on request and keeps the loaded rows",
    heldBy("lib/stream/row-stream.test.ts", "stops on request, keeps its rows, and does not count as a failure"),
    async ({ page, heddle, project, upstream }) => {
      upstream.reply = (response) => {
        response.writeHead(200, { "content-type": "application/jsonl" });
        // The rest never arrives.
        response.write(line(1) + line(2));
      };
      const slug = await connectWorkspace(page, heddle.url, project, upstream);
      await page.goto(`/${slug}/threads?t=all`);
      await expect(page.getByText("Streaming 2 threads so far")).toBeVisible();
      await page.getByRole("button", { name: "Stop" }).click();
      // A busy machine may show another notice beside it.
      await expect(page.getByRole("alert").filter({ hasText: "Stopped by you at 2" })).toBeVisible();
      await expect(threadRows(page)).toHaveCount(2);
    },
  );

  test(
    "distinguishes a failed service from an empty one",
    heldBy("components/thread/use-threads.test.tsx", "fails when the service does, and is never empty then"),
    async ({ page, heddle, project, upstream }) => {
      upstream.json(500, { detail: "The disk is full" });
      const slug = await connectWorkspace(page, heddle.url, project, upstream);
      await page.goto(`/${slug}/threads`);
      await expect(alert(page)).toContainText("The service failed");
      await expect(alert(page)).toContainText("The disk is full");
      await expect(page.getByText(/No threads/)).toHaveCount(0);
      upstream.json(200, line(1));
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(threadRows(page)).toHaveCount(1);
    },
  );

  test(
    "shows the statistics of the list with the thirteen operations alone, and the pane says what is not supported",
    heldBy("components/thread/thread-gate.test.tsx", "names the operation that the service lacks"),
    async ({ page, heddle, project, bare }) => {
      const call = { parent_id: null, svc_user_id: "bare", op_name: "answer", thread_id: "booking" };
      bare.stored.calls.push({
        ...call,
        id: "t1",
        trace_id: "trace-1",
        turn_id: "t1",
        started_at: "2026-11-01T10:00:00Z",
        ended_at: "2026-11-01T10:00:02Z",
      });
      const slug = await connectWorkspace(page, heddle.url, project, bare);
      await page.goto(`/${slug}/threads?t=all`);
      await expect(threadRows(page)).toHaveCount(1);
      await expect(threadRows(page).first()).toContainText("2.00s");
      await expect(page.getByText("First and last message")).toHaveCount(0);
      await threadRows(page).first().click();
      await expect(pane(page)).toContainText("This connection does not support reading calls");
      await expect(pane(page)).toContainText("/calls/stream_query");
      await expect(pane(page)).toContainText("p992.00 s");
    },
  );
});

test(
  "says what does not match, and what exists without the filter",
  heldBy("app/(dashboard)/[workspace]/threads/list/threads-states.test.tsx", "names the filters that match nothing"),
  async ({ page, heddle, project }) => {
    await logCalls(heddle.serviceUrl, project, [turn("bags", 5)]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/threads?q=p99:>1h`);
    await expect(page.getByRole("heading", { name: "No threads match the filter" })).toBeVisible();
    await expect(page.getByText("p99:>1h, in 1 loaded thread.")).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(threadRows(page)).toHaveCount(1);
    await filterBy(page, "thread:nobody");
    await expect(page.getByRole("heading", { name: "No threads match the filter" })).toBeVisible();
    await page.goto(`/${slug}/threads?to=2020-01-01T00:00:00Z`);
    await expect(page.getByRole("heading", { name: "No threads in this range" })).toBeVisible();
    await page.getByRole("button", { name: "Show all time" }).click();
    await expect(threadRows(page)).toHaveCount(1);
  },
);

test(
  "shows one pane at a time on a phone",
  heldBy("app/(dashboard)/[workspace]/threads/list/phone-threads.test.tsx", "opens the thread that is pressed"),
  async ({ page, heddle, project }) => {
    await logCalls(heddle.serviceUrl, project, [
      ...[1, 2, 3, 4, 5, 6].map((minutes) => turn("bags", minutes, { durationMs: minutes === 3 ? 90_000 : 1000 })),
      turn("refunds", 8, { exception: "RateLimitError", output: null }),
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.setViewportSize(PHONE);
    await page.goto(`/${slug}/threads?thread=bags`);
    await expect(pane(page).getByRole("article").first()).toContainText("An answer in bags");
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Back to threads" }).click();
    const items = page.getByRole("list", { name: "Threads" }).getByRole("listitem");
    await expect(items).toHaveCount(2);
    await expect(items.first()).toContainText("6 turns");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await items.first().click();
    await expect(pane(page)).toContainText("An answer in bags");
  },
);
