import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

test(
  "reaches the start page, the sample and the import after the first call",
  heldBy("components/start/workspace-start.test.tsx", "counts calls instead of listing requests"),
  async ({ page, heddle, project }) => {
    await logCalls(heddle.serviceUrl, project, [{ op: "first", startedAt: new Date(), durationMs: 5 }]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Get started" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Get started" })).toBeVisible();
    await expect(page.getByRole("button", { name: /sample/i }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Choose a file" })).toBeVisible();

    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("button").click();
    await page.getByRole("menuitem", { name: "Import a file" }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/import$`));
  },
);

test("opens the settings and the start page with the workspace that was used last in this browser", async ({
  page,
  heddle,
  project,
}) => {
  const first = await makeWorkspace(page, heddle.url, `${project}-a`);
  const second = await makeWorkspace(page, heddle.url, `${project}-b`);
  const traces = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Traces" });
  for (const slug of [second, first]) {
    await page.goto(`/${slug}/objects`);
    await expect(page.getByRole("heading", { level: 1, name: "Objects" })).toBeVisible();
    await page.goto("/settings");
    await expect(traces).toHaveAttribute("href", `/${slug}/traces`);
    await page.goto("/");
    await expect(page).toHaveURL(new RegExp(`/${slug}/traces`));
  }
});

test(
  "finds by name and by pasted id in the palette",
  heldBy("components/shell/command-palette.test.tsx", "finds a thread and an object"),
  async ({ page, heddle, project }) => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const [callId = ""] = await logCalls(heddle.serviceUrl, project, [
      { op: "book_flight", startedAt: new Date(), durationMs: 5, thread: "customer-42", traceId },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables`);
    await expect(page.getByRole("heading", { level: 1, name: "Tables" })).toBeVisible();
    const find = async (text: string, option: RegExp, path: string) => {
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("combobox", { name: "Search or jump to" }).fill(text);
      await page.getByRole("option", { name: option }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    };
    await find("book_fl", /^op\s*book_flight/, `/${slug}/traces`);
    await expect(page.getByRole("grid", { name: "Traces" })).toContainText("book_flight");
    await find("customer", /^thread\s*customer-42/, `/${slug}/threads/customer-42`);
    await find(traceId, /^trace\s*book_flight/, `/${slug}/traces/${callId}`);
    await find(`https://wandb.ai/${project}/r/call/${callId}`, /^link/, `/${slug}/traces/${callId}`);
    await find("invite", /^Invite a member/, "/settings/members");
    await expect(page.getByRole("dialog")).toBeVisible();
  },
);

test(
  "finds a thread and an object that are older than the newest 200 of each",
  heldBy(
    "components/shell/command-palette.test.tsx",
    "finds a thread and an object that are not among the newest, once the text rests",
  ),
  async ({ page, heddle, project }) => {
    const publish = (object_id: string) =>
      send(heddle.serviceUrl, "/obj/create", { obj: { project_id: project, object_id, val: "x" } });
    await publish("oldest-prompt");
    const newer = Array.from({ length: 205 }, (_, index) => index);
    await Promise.all(newer.map((index) => publish(`newer-${index}`)));
    await logCalls(heddle.serviceUrl, project, [
      { op: "turn", startedAt: new Date(Date.now() - 3_600_000), durationMs: 5, thread: "the-oldest-thread" },
      ...newer.map((index) => ({
        ...{ op: "turn", startedAt: new Date(Date.now() - 60_000), durationMs: 5, thread: `newer-thread-${index}` },
      })),
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables`);
    await page.getByRole("button", { name: /^Search or jump to/ }).click();
    const search = page.getByRole("combobox", { name: "Search or jump to" });
    await search.fill("oldest");
    await expect(page.getByRole("option", { name: /^object\s*oldest-prompt/ })).toBeVisible();
    await expect(page.getByRole("option", { name: /^thread\s*the-oldest-thread/ })).toBeVisible();
    await expect(page.getByText("Searching…")).toHaveCount(0);
    await expect(page.getByText(/^Only searched|^No results/)).toHaveCount(0);
    await search.fill("no such thing anywhere");
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await search.fill("oldest-thr");
    await page.getByRole("option", { name: /^thread\s*the-oldest-thread/ }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/${slug}/threads/the-oldest-thread`);
  },
);

test(
  "opens the documentation from the account's menu, the palette and a section of the settings",
  heldBy("lib/guide/guides.test.ts", "are all documents for users, each of which has a text"),
  async ({ page }) => {
    await page.goto("/settings/account");
    await page.getByRole("button", { name: /^Account of / }).click();
    await page.getByRole("menuitem", { name: "Documentation" }).click();
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: "Agents: the MCP server" })).toBeVisible();
    await main.getByRole("navigation", { name: "Documentation" }).getByRole("link", { name: "Scale" }).click();
    await expect(main.getByRole("heading", { name: "Scale", exact: true })).toBeVisible();
    await page.goto("/settings/members");
    await main.getByRole("link", { name: "Guide" }).click();
    await expect(main.getByRole("heading", { name: "Signing in", exact: true })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Search or jump to" }).fill("documentation");
    await page.getByRole("option", { name: "Documentation" }).click();
    await expect(main.getByRole("heading", { name: "Agents: the MCP server" })).toBeVisible();
    expect((await page.request.get("/settings/docs/no-such-guide")).status()).toBe(404);
  },
);

test(
  "draws calls of 0 ms without an error in the console",
  heldBy("lib/trace/time/time-window.test.ts", "does not divide by zero for a trace without length"),
  async ({ page, heddle, project }) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    const startedAt = new Date();
    await logCalls(heddle.serviceUrl, project, [
      { op: "instant", startedAt, durationMs: 0, thread: "t" },
      { op: "slow", startedAt, durationMs: 4000, thread: "t" },
    ]);
    const [instantId = ""] = await logCalls(heddle.serviceUrl, project, [
      { op: "alone", startedAt, durationMs: 0, thread: "short" },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    const main = page.getByRole("main");
    await page.goto(`/${slug}/traces`);
    await expect(main.getByRole("grid", { name: "Traces" })).toContainText("instant");
    await page.goto(`/${slug}/overview`);
    await expect(main.getByRole("region", { name: "Ops" })).toContainText("instant");
    await page.goto(`/${slug}/threads`);
    await expect(main.getByRole("grid", { name: "Threads" })).toContainText("2");
    await page.goto(`/${slug}/threads/short`);
    await expect(main).toContainText("1 turn");
    for (const view of ["tree", "timeline", "flame", "statistics", "transcript"]) {
      await page.goto(`/${slug}/traces/${instantId}?view=${view}`);
      await expect(main).toContainText("alone");
    }
    expect(errors).toEqual([]);
  },
);
