import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, PHONE } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { workspaceOf } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { ANONYMOUS, expect, test } from "@/e2e/support/test";

const HOSTILE = '<script>document.title="run"</script><img src=x onerror="document.title=1">';

/** Logs a thread of one turn with a model call, and a trace of someone else. */
async function logThread(serviceUrl: string, project: string): Promise<string> {
  const startedAt = new Date(Date.now() - 60_000);
  const [turnId] = await logCalls(serviceUrl, project, [
    {
      op: "support",
      startedAt,
      durationMs: 2400,
      thread: "bag-7",
      inputs: { question: `Where is my bag? ${HOSTILE}` },
      output: { answer: "In Hamburg" },
    },
  ]);
  if (turnId === undefined) throw new Error("The turn was not logged.");
  await logCalls(serviceUrl, project, [
    {
      op: "openai.chat.completions.create",
      startedAt: new Date(startedAt.getTime() + 300),
      durationMs: 1500,
      parent: turnId,
      traceId: turnId,
      inputs: { messages: [{ role: "user", content: "Find the bag" }] },
      output: { choices: [{ message: { role: "assistant", content: "It is in Hamburg" } }] },
      summary: { usage: { "gpt-4o": { prompt_tokens: 1200, completion_tokens: 40, requests: 1 } } },
    },
    { op: "other", startedAt, durationMs: 10, inputs: { question: "Of another customer" } },
  ]);
  return turnId;
}

const share = (page: Page) => page.getByRole("dialog", { name: /^Share (?:trace|thread)$/ });

/** Fails for each rule of WCAG that a document for visitors breaks, in both themes, and when it is too wide for a phone. */
async function expectReadable(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [colorScheme, id, html]))).toEqual([]);
  }
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
}

async function createLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await share(page).getByRole("button", { name: "Create link" }).click();
  const shown = share(page).locator('[data-shown-once="link"]');
  await expect(shown).toHaveText(/\/share\/hds_[\w-]{43}$/);
  const url = (await shown.textContent()) ?? "";
  await share(page).getByRole("button", { name: "Close" }).first().click();
  return url;
}

test("is off until an admin allows it, then shows one trace without an account until it is revoked", async ({
  page,
  heddle,
  project,
  browser,
}) => {
  const turnId = await logThread(heddle.serviceUrl, project);
  const slug = await workspaceOf(page, heddle.url, project);
  await page.goto(`/${slug}/traces/${turnId}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(share(page)).toContainText(`Links are off in the workspace ${slug}.`);
  await share(page)
    .getByRole("switch", { name: `Allow links in ${slug}` })
    .click();
  await expect(page.getByText(`Links allowed in ${slug}`, { exact: true })).toBeVisible();

  await page.goto(`/${slug}/traces/${turnId}`);
  const url = await createLink(page);
  const visitor = await browser.newContext({ storageState: ANONYMOUS });
  const seen = await visitor.newPage();
  const requests: string[] = [];
  seen.on("request", (request) => requests.push(request.url()));
  const response = await seen.goto(url);
  expect(response?.status()).toBe(200);
  await expect(seen.getByRole("heading", { level: 1, name: "support" })).toBeVisible();
  await expect(seen.getByText("In Hamburg").first()).toBeVisible();
  expect(await seen.content()).not.toContain("Of another customer");
  expect(await seen.title()).toBe("support");
  expect(requests).toEqual([url]);
  expect(await visitor.cookies()).toEqual([]);
  // No script runs in the document itself, not even the one that checks it.
  const copy = await visitor.newPage();
  await copy.setContent((await response?.text()) ?? "");
  await expectReadable(copy);

  await page.goto("/settings/sharing");
  const row = page.getByRole("table", { name: "Share links" }).getByRole("row", { name: /support/ });
  await expect(row).toContainText("trace");
  expect(await page.content()).not.toContain(url.split("/").at(-1) ?? "");
  await row.getByRole("button", { name: "Revoke link to support" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row.getByText("revoked")).toBeVisible();
  expect((await seen.goto(url))?.status()).toBe(404);
  await expect(seen.getByRole("heading", { name: "This link shows nothing" })).toBeVisible();
  await visitor.close();
});

test(
  "saves a thread as one file that opens offline, in both themes and on a phone",
  heldBy("lib/document/document.test.ts", "contains the turns in order, each with its messages and calls"),
  async ({ page, heddle, project, browser }, testInfo) => {
    await logThread(heddle.serviceUrl, project);
    const slug = await workspaceOf(page, heddle.url, project);
    await page.goto(`/${slug}/threads/bag-7`);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const download = page.waitForEvent("download");
    await share(page).getByRole("button", { name: "Save HTML file" }).click();
    const file = testInfo.outputPath("thread.html");
    const saved = await download;
    expect(saved.suggestedFilename()).toBe("thread-bag-7.html");
    await saved.saveAs(file);
    expect(readFileSync(file, "utf8")).not.toMatch(/<script|<img|https?:/);

    const offline = await browser.newContext({ storageState: ANONYMOUS, offline: true });
    const opened = await offline.newPage();
    await opened.goto(pathToFileURL(file).href);
    await expect(opened.getByRole("heading", { level: 2, name: "Turn 1" })).toBeVisible();
    await expect(opened.getByText("Where is my bag?").first()).toBeVisible();
    await expect(opened.getByText("Find the bag")).toBeHidden();
    await opened.getByText("1 call of this turn").click();
    expect(await opened.title()).toBe("bag-7");
    await expectReadable(opened);
    await offline.close();
  },
);

test(
  "tells a viewer that members create links",
  heldBy(
    "components/share/share-dialog.test.tsx",
    "says who can allow links where they are off, and that viewers create none",
  ),
  async ({ page, heddle, project, joinAs }) => {
    const turnId = await logThread(heddle.serviceUrl, project);
    const slug = await workspaceOf(page, heddle.url, project);
    const viewer = await joinAs("viewer");
    await viewer.page.goto(`/${slug}/traces/${turnId}`);
    await viewer.page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(share(viewer.page)).toContainText("You are a viewer. Members can create links.");
    await viewer.page.goto("/settings/sharing");
    await expect(viewer.page.getByRole("switch", { name: slug, exact: true })).toBeDisabled();
  },
);
