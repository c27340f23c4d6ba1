import type { Page } from "@playwright/test";
import { expectAccessible, PHONE } from "@/e2e/support/accessible";
import { logAttempts } from "@/e2e/support/attempts";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const tree = (page: Page) => page.getByRole("treegrid", { name: "Aligned calls" });
const facts = (page: Page) => page.getByRole("table", { name: "Facts by side" });
const pair = (page: Page) => page.getByRole("region", { name: "Selected row" });

async function open(page: Page, heddle: { url: string }, project: string, search: string): Promise<string> {
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/compare?${search}`);
  return slug;
}

test(
  "leads from selected rows to their differences",
  heldBy("app/(dashboard)/[workspace]/traces/list/use-row-moves.test.tsx", "compare two to six selected rows"),
  async ({ page, heddle, project }) => {
    await logAttempts(heddle.serviceUrl, project);
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
  },
);

test(
  "aligns calls, compares each pair, and moves through the differences",
  heldBy(
    "app/(dashboard)/[workspace]/compare/compare-view.test.tsx",
    "shows how each pair compares, and where the sides diverge",
  ),
  async ({ page, heddle, project }) => {
    const [first, second] = await logAttempts(heddle.serviceUrl, project);
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
  },
);

test(
  "collapses equal parts when only differences are shown",
  heldBy(
    "app/(dashboard)/[workspace]/compare/alignment/prepare-lines.test.ts",
    "collapses runs without a difference into one line, and expands them",
  ),
  async ({ page, heddle, project }) => {
    const [first, , third] = await logAttempts(heddle.serviceUrl, project);
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
  },
);

test(
  "compares messages, payloads and parameters of the selected row",
  heldBy(
    "app/(dashboard)/[workspace]/compare/compare-view.test.tsx",
    "opens the row and the parameters that a link names",
  ),
  async ({ page, heddle, project }) => {
    const [first, second, third] = await logAttempts(heddle.serviceUrl, project);
    await open(page, heddle, project, `calls=${first},${second},${third}`);
    const messages = pair(page).getByRole("region", { name: "Messages side by side" });
    await expect(messages.getByRole("button", { name: /^1 message|^2 messages|the same on both sides/ })).toHaveCount(
      0,
    );
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
  },
);

test(
  "uses any side as the base, and moves, removes and adds sides",
  heldBy(
    "app/(dashboard)/[workspace]/compare/use-compare-actions.test.tsx",
    "keep the compared side when another becomes the base",
  ),
  async ({ page, heddle, project }) => {
    const [first, second, third] = await logAttempts(heddle.serviceUrl, project);
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
  },
);

test(
  "compares whole threads, from a trace and from a thread",
  heldBy(
    "app/(dashboard)/[workspace]/compare/use-compare-actions.test.tsx",
    "compares the threads of calls, when each has its own",
  ),
  async ({ page, heddle, project }) => {
    const [first] = await logAttempts(heddle.serviceUrl, project);
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
  },
);

test(
  "reports what was not found, and continues with the rest",
  heldBy("app/(dashboard)/[workspace]/compare/compare-view.test.tsx", "ignores a side that no longer exists"),
  async ({ page, heddle, project }) => {
    const [first, second, third] = await logAttempts(heddle.serviceUrl, project);
    await send(heddle.serviceUrl, "/calls/delete", { project_id: project, call_ids: [third] });
    const slug = await open(page, heddle, project, `calls=${first},${second},${third},${first}`);
    await expect(page.getByText(`The URL contains ${first} more than once`)).toBeVisible();
    await expect(facts(page).getByRole("row", { name: /Side C/ })).toContainText("It was deleted");
    await expect(facts(page)).toContainText("B minus A");
    await expect(tree(page)).toContainText("First different action");

    await page.goto(`/${slug}/compare?calls=${first},nothing`);
    await expect(page.getByRole("heading", { name: "Compare with another trace" })).toBeVisible();
    await page.goto(`/${slug}/compare`);
    await expect(page.getByRole("heading", { name: "Nothing to compare yet" })).toBeVisible();
    await page.goto(`/${slug}/compare?threads=task-7-trial-0,no-such-thread`);
    await expect(facts(page).getByRole("row", { name: /Side B/ })).toContainText("This thread was not found");
    await page.goto(`/${slug}/compare?calls=${Array.from({ length: 8 }, (_, index) => `call-${index}`)}`);
    await expect(page.getByText("2 more in the URL are ignored")).toBeVisible();
  },
);

test(
  "distinguishes a refusal and an unsupported operation from an empty result",
  heldBy(
    "app/(dashboard)/[workspace]/compare/compare-view.test.tsx",
    "never shows a rejected request as a missing call",
  ),
  async ({ page, heddle, project }) => {
    const [first, second] = await logAttempts(heddle.serviceUrl, project);
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
  },
);

test(
  "shows one side at a time on a phone",
  heldBy("app/(dashboard)/[workspace]/compare/compare-view.test.tsx", "shows one side at a time on a phone"),
  async ({ page, heddle, project }) => {
    const [first, second] = await logAttempts(heddle.serviceUrl, project);
    await page.setViewportSize(PHONE);
    await open(page, heddle, project, `calls=${first},${second}`);
    await expect(pair(page)).toContainText("First difference");
    await expect(tree(page).getByRole("columnheader")).toHaveCount(3);
    await expect(tree(page)).toContainText("search_flights");
    await page.getByRole("radiogroup", { name: "Shown side" }).getByRole("radio", { name: "B" }).click();
    await expect(tree(page)).toContainText("cancel_flight");
    await expectAccessible(page);
  },
);
