import type { Page } from "@playwright/test";
import { v7 as uuidv7 } from "uuid";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, type SeedCall, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const START = Date.parse("2024-05-14T10:00:00Z");
const at = (second: number) => new Date(START + 1000 * second);

type Place = { readonly serviceUrl: string };

const tree = (page: Page) => page.getByRole("treegrid", { name: "Aligned calls" });
const facts = (page: Page) => page.getByRole("table", { name: "Facts by side" });
const pair = (page: Page) => page.getByRole("region", { name: "Selected row" });

const system = { role: "system", content: "You change flights." };
const question = { role: "user", content: "Change my flight to Friday." };
const request = (name: string, given: object) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id: uuidv7(), type: "function", function: { name, arguments: JSON.stringify(given) } }],
});

interface Attempt {
  readonly trial: number;
  readonly reward: number;
  readonly second: number;
  readonly tool: string;
  readonly words: string;
}

/** One attempt at the same task: a model that requests a tool, the tool, a model that answers. */
async function logAttempt({ serviceUrl }: Place, project: string, attempt: Attempt): Promise<string> {
  const { trial, reward, second, tool, words } = attempt;
  const traceId = uuidv7();
  const thread = `task-7-trial-${trial}`;
  const usage = (tokens: number) => ({ usage: { "gpt-4o": { prompt_tokens: tokens, completion_tokens: 10 } } });
  const root: SeedCall = {
    op: "agent.run",
    startedAt: at(second),
    durationMs: 4000 + 500 * trial,
    traceId,
    thread,
    attributes: { task_id: 7, trial, reward },
    inputs: { message: question.content },
    output: words,
  };
  const [rootId = ""] = await logCalls(serviceUrl, project, [root]);
  const inside = { traceId, thread, parent: rootId };
  const asks = request(tool, { flight: "HAT170" });
  await logCalls(serviceUrl, project, [
    {
      ...inside,
      op: "chat.completions",
      startedAt: at(second + 1),
      durationMs: 1000,
      inputs: { model: "gpt-4o", temperature: trial, messages: [system, question] },
      output: { choices: [{ index: 0, message: asks, finish_reason: "tool_calls" }] },
      summary: usage(100),
    },
    {
      ...inside,
      op: tool,
      startedAt: at(second + 2),
      durationMs: 200,
      attributes: { kind: "tool" },
      inputs: { flight: "HAT170" },
      output: "done",
    },
    {
      ...inside,
      op: "chat.completions",
      startedAt: at(second + 3),
      durationMs: 1000,
      inputs: {
        model: "gpt-4o",
        temperature: trial,
        messages: [system, question, asks, { role: "tool", content: "done" }],
      },
      output: { choices: [{ index: 0, message: { role: "assistant", content: words }, finish_reason: "stop" }] },
      summary: usage(150),
    },
  ]);
  return rootId;
}

/** Three attempts: the first two request different tools, the third repeats the first in other words. */
async function logAttempts(heddle: Place, project: string): Promise<[string, string, string]> {
  const good = { tool: "search_flights", words: "I have changed it.", reward: 1 };
  return [
    await logAttempt(heddle, project, { ...good, trial: 0, second: 0 }),
    await logAttempt(heddle, project, {
      ...good,
      tool: "cancel_flight",
      words: "It is gone.",
      reward: 0,
      trial: 1,
      second: 60,
    }),
    await logAttempt(heddle, project, { ...good, words: "It is changed now.", trial: 2, second: 120 }),
  ];
}

async function open(page: Page, heddle: { url: string }, project: string, search: string): Promise<string> {
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/compare?${search}`);
  return slug;
}

test("leads from selected rows to their differences", async ({ page, heddle, project }) => {
  await logAttempts(heddle, project);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces?t=all&sort=started_at`);
  const rows = page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");
  await expect(rows).toHaveCount(3);
  for (const index of [1, 2]) await rows.nth(index).getByRole("checkbox").click();
  await page.getByRole("region", { name: "Selection" }).getByRole("link", { name: "Compare" }).click();

  await expect(page.getByRole("heading", { name: "Compare 2 traces" })).toBeVisible();
  await expect(facts(page)).toContainText("minus");
  await expect(tree(page).getByRole("row")).toHaveCount(7);
  await expect(tree(page)).toContainText("First different action");
});

test("aligns calls, compares each pair, and moves through the differences", async ({ page, heddle, project }) => {
  const [first, second] = await logAttempts(heddle, project);
  await open(page, heddle, project, `calls=${first},${second}`);
  await expect(facts(page)).toContainText("B minus A");
  await expect(facts(page)).toContainText(/\+500\s?ms/);
  await expect(tree(page)).toContainText("A asks for search_flights, B asks for cancel_flight.");
  const line = (name: RegExp) => tree(page).getByRole("row", { name });
  await expect(line(/agent\.run/).getByRole("img", { name: "action differs" })).toBeVisible();
  await expect(line(/search_flights.*no matching call.*only A/)).toBeVisible();
  await expect(line(/no matching call.*cancel_flight.*only B/)).toBeVisible();
  await expect(line(/I have changed it.*It is gone/).getByRole("img", { name: "wording differs" })).toBeVisible();

  const opened = page.url();
  await page.keyboard.press("n");
  await expect(pair(page)).toContainText("row 2 of 5");
  await expect.poll(() => page.url()).not.toBe(opened);
  const address = page.url();
  await page.keyboard.press("n");
  await expect(pair(page)).toContainText("row 3 of 5");
  await page.keyboard.press("Shift+n");
  await expect(pair(page)).toContainText("row 2 of 5");
  await expect.poll(() => page.url()).toBe(address);
  await page.reload();
  await expect(pair(page)).toContainText("row 2 of 5");
  expect(page.url()).toBe(address);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(pair(page)).toContainText("row 1 of 5");
  await page.keyboard.press("ArrowLeft");
  await expect(tree(page)).toContainText("3 calls");
  await page.keyboard.press("ArrowRight");
  await expect(tree(page)).not.toContainText("3 calls");

  await page.keyboard.press("s");
  await expect(facts(page)).toContainText("A minus B");
  await expect(tree(page)).toContainText("B asks for cancel_flight, A asks for search_flights.");
});

test("collapses equal parts when only differences are shown", async ({ page, heddle, project }) => {
  const [first, , third] = await logAttempts(heddle, project);
  await open(page, heddle, project, `calls=${first},${third}`);
  await expect(tree(page).getByRole("img", { name: "the same" })).toHaveCount(2);
  await expect(tree(page)).not.toContainText("First different action");
  await page.keyboard.press("d");
  await expect(page).toHaveURL(/only=true/);
  const same = tree(page).getByRole("button", { name: "2 rows without a difference" });
  await same.click();
  await expect(tree(page)).toContainText("search_flights");
  await page.getByRole("radio", { name: "Actions", exact: true }).click();
  await expect(tree(page).getByRole("button", { name: /rows without a difference/ })).toBeVisible();
  await expect(page).toHaveURL(/by=action/);
});

test("compares messages, payloads and parameters of the selected row", async ({ page, heddle, project }) => {
  const [first, second, third] = await logAttempts(heddle, project);
  await open(page, heddle, project, `calls=${first},${second},${third}`);
  const messages = pair(page).getByRole("region", { name: "Messages side by side" });
  await expect(messages.getByRole("button", { name: /^1 message|^2 messages|the same on both sides/ })).toHaveCount(0);
  await expect(messages).toContainText("First difference");
  await expect(messages).toContainText("message 3 of A, 3 of B");
  await expect(messages).toContainText("search_flights(");
  await expect(messages).toContainText("cancel_flight(");

  await tree(page).getByRole("button", { name: "chat.completions" }).first().click();
  await pair(page).getByRole("radio", { name: "Parameters" }).click();
  const parameters = pair(page).getByRole("table", { name: "Parameters by side" });
  await expect(parameters.getByRole("row", { name: /inputs\.temperature/ })).toContainText("012");
  await expect(parameters.getByRole("row", { name: /inputs\.model/ })).toContainText("same");
  await pair(page).getByRole("radio", { name: "Input and output" }).click();
  await expect(pair(page).getByRole("region", { name: "Differences" })).toContainText("temperature: 1");
  await pair(page).getByRole("radio", { name: "Text" }).click();
  await expect(page).toHaveURL(/as=text/);
});

test("uses any side as the base, and moves, removes and adds sides", async ({ page, heddle, project }) => {
  const [first, second, third] = await logAttempts(heddle, project);
  await open(page, heddle, project, `calls=${first},${second}`);
  const act = async (letter: string, name: string) => {
    await page.getByRole("button", { name: `Actions for side ${letter}` }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("B", "Use as base");
  await expect(facts(page)).toContainText("A minus B");
  await act("B", "Move up");
  await expect(facts(page)).toContainText("B minus A");
  await expect(page).toHaveURL(new RegExp(`calls=${second},${first}`));

  await page.getByRole("button", { name: "Add trace" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare with" });
  // Found by their common task, and distinguished by what the others lack.
  await expect(dialog.getByRole("radio", { name: "task_id 7" })).toBeChecked();
  await dialog.getByRole("button", { name: /trial 2/ }).click();
  await expect(page.getByRole("heading", { name: "Compare 3 traces" })).toBeVisible();
  await expect(tree(page).getByRole("columnheader")).toHaveCount(11);
  await tree(page).getByRole("button", { name: "Compare in detail" }).click();
  await expect(facts(page)).toContainText("C minus A");

  await act("C", "Remove from comparison");
  await expect(page.getByRole("heading", { name: "Compare 2 traces" })).toBeVisible();
  await page.getByRole("button", { name: "Add trace" }).click();
  const link = `${heddle.url}/any/traces/${third}?tab=chat`;
  await dialog.getByRole("textbox").fill("https://example.org/");
  await dialog.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(dialog.getByText("No id found in this text.")).toBeVisible();
  await dialog.getByRole("textbox").fill(link);
  await dialog.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${third}`));
});

test("compares whole threads, from a trace and from a thread", async ({ page, heddle, project }) => {
  const [first] = await logAttempts(heddle, project);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces/${first}`);
  await page.getByRole("button", { name: "Compare with" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare with" });
  await expect(dialog.getByRole("radio", { name: "Full thread" })).toBeChecked();
  await dialog.getByRole("button", { name: /task-7-trial-1/ }).click();
  await expect(page.getByRole("heading", { name: "Compare 2 threads" })).toBeVisible();
  await expect(facts(page)).toContainText("Turns");
  await expect(tree(page).getByRole("row", { name: /task-7-trial-0/ })).toBeVisible();
  await expect(pair(page)).toContainText("First difference");

  await page.getByRole("radio", { name: "Traces" }).click();
  await expect(page.getByRole("heading", { name: "Compare 2 traces" })).toBeVisible();

  await page.goto(`/${slug}/threads/task-7-trial-1`);
  await page.getByRole("button", { name: "Compare with" }).click();
  await dialog.getByRole("button", { name: /task-7-trial-2/ }).click();
  await expect(page).toHaveURL(/threads=task-7-trial-1(?:,|%2C)task-7-trial-2/);
});

test("reports what was not found, and continues with the rest", async ({ page, heddle, project }) => {
  const [first, second, third] = await logAttempts(heddle, project);
  await send(heddle.serviceUrl, "/calls/delete", { project_id: project, call_ids: [third] });
  const slug = await open(page, heddle, project, `calls=${first},${second},${third},${first}`);
  await expect(page.getByText(`The URL contains ${first} more than once`)).toBeVisible();
  await expect(facts(page).getByRole("row", { name: /Side C/ })).toContainText("It was deleted");
  await expect(facts(page)).toContainText("B minus A");
  await expect(tree(page)).toContainText("First different action");

  await page.goto(`/${slug}/compare?calls=${first},nothing`);
  await expect(page.getByRole("heading", { name: "Compare with another trace" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/${slug}/compare`);
  await expect(page.getByRole("heading", { name: "Nothing to compare yet" })).toBeVisible();
  await page.goto(`/${slug}/compare?threads=task-7-trial-0,no-such-thread`);
  await expect(facts(page).getByRole("row", { name: /Side B/ })).toContainText("This thread was not found");
  await page.goto(`/${slug}/compare?calls=${Array.from({ length: 8 }, (_, index) => `call-${index}`)}`);
  await expect(page.getByText("2 more in the URL are ignored")).toBeVisible();
});

test("distinguishes a refusal and an unsupported operation from an empty result", async ({ page, heddle, project }) => {
  const [first, second] = await logAttempts(heddle, project);
  const answer = { kind: "forbidden", status: 403 };
  await page.route(/\/api\/service\/[^/]+\/calls\.streamQuery/, (route) => {
    const error = { kind: answer.kind, message: "No.", requestId: "r1", operation: "calls.streamQuery" };
    return route.fulfill({ status: answer.status, json: { error } });
  });
  await open(page, heddle, project, `calls=${first},${second}`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Not permitted");
  Object.assign(answer, { kind: "unsupported", status: 501 });
  await page.reload();
  await expect(page.getByRole("heading", { name: "This connection does not support reading calls" })).toBeVisible();
  await page.unroute(/\/api\/service\/[^/]+\/calls\.streamQuery/);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(tree(page)).toContainText("First different action");
});

test("is accessible in both themes, and shows one side at a time on a phone", async ({ page, heddle, project }) => {
  const [first, second, third] = await logAttempts(heddle, project);
  const slug = await open(page, heddle, project, `calls=${first},${second},${third}`);
  await expect(tree(page)).toContainText("First different action");
  await expect(pair(page)).toContainText("First difference");
  await expectAccessible(page);
  await page.goto(`/${slug}/compare?threads=task-7-trial-0,task-7-trial-1&only=true&tab=payload`);
  await expect(pair(page).getByRole("region", { name: "Differences" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add thread" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: /trial-2/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.goto(`/${slug}/compare?calls=${first},${second}`);
  await expect(pair(page)).toContainText("First difference");
  await expectFitsPhone(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tree(page).getByRole("columnheader")).toHaveCount(3);
  await expect(tree(page)).toContainText("search_flights");
  await page.getByRole("radiogroup", { name: "Shown side" }).getByRole("radio", { name: "B" }).click();
  await expect(tree(page)).toContainText("cancel_flight");
  await expectAccessible(page);
});
