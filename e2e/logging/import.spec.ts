import type { Page } from "@playwright/test";
import { HAS_SAMPLE, SAMPLE, WITHOUT_SAMPLE } from "@/e2e/support/airline-sample";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { API_KEY } from "@/e2e/support/run-heddle";
import { expect, test } from "@/e2e/support/test";
import { claudeLines, linesText } from "@/lib/import/testing/session-lines";

/** The JSON lines that the service returns. */
async function ask<Row>(serviceUrl: string, path: string, body: object): Promise<Row[]> {
  const response = await fetch(`${serviceUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${API_KEY}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

async function countCalls(serviceUrl: string, project: string, request: object = {}): Promise<number | undefined> {
  const [answer] = await ask<{ count: number }>(serviceUrl, "/calls/query_stats", { project_id: project, ...request });
  return answer?.count;
}

const where = (field: string, value: string) => ({
  query: { $expr: { $eq: [{ $getField: field }, { $literal: value }] } },
});

function conversation(task: number, text = "Bags?") {
  return {
    task_id: task,
    reward: task % 2,
    traj: [
      { role: "user", content: text },
      { role: "assistant", content: "Two." },
    ],
  };
}

async function openImport(page: Page, url: string, project: string): Promise<string> {
  const slug = await makeWorkspace(page, url, project);
  await page.goto(`/${slug}/import`);
  await expect(page.getByRole("heading", { name: "Import", exact: true })).toBeVisible();
  return slug;
}

async function chooseFile(page: Page, file: string): Promise<void> {
  await page.getByLabel("Choose a file to import").setInputFiles(file);
}

/** A figure of the file's contents. */
const fact = (page: Page, label: string) =>
  page
    .getByRole("region", { name: "File contents" })
    .locator("div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .last();

test(
  "imports 200 recorded conversations, shows them first, and changes nothing the second time",
  heldBy(
    "scripts/commands/import-command.test.ts",
    "stores conversations, reports what it stored, and changes nothing the second time",
  ),
  async ({ page, heddle, project }) => {
    test.skip(!HAS_SAMPLE, WITHOUT_SAMPLE);
    test.setTimeout(600_000);
    const slug = await openImport(page, heddle.url, project);
    await chooseFile(page, SAMPLE);
    const importButton = page.getByRole("button", { name: "Import 200 conversations" });
    await expect(importButton).toBeVisible({ timeout: 60_000 });
    await expect(fact(page, "Conversations")).toContainText("200");
    await expect(fact(page, "User messages")).toContainText("1,490");
    await expect(fact(page, "Model calls")).toContainText("2,454");
    await expect(fact(page, "Tool results")).toContainText("1,164");
    await expect(fact(page, "Rewards")).toContainText("84 of 1, 116 of 0");
    await expect(page.getByText("These conversations have no timestamps")).toBeVisible();
    await expect(page.getByRole("table", { name: "First values of the file" }).getByRole("row")).toHaveCount(9);
    expect(await countCalls(heddle.serviceUrl, project)).toBe(0);

    for (const _ of [1, 2]) {
      await importButton.click();
      await expect(page.getByText("Importing the same file again creates no duplicates.")).toBeVisible({
        timeout: 240_000,
      });
      expect(await countCalls(heddle.serviceUrl, project)).toBe(1490 + 2454 + 1164);
      await chooseFile(page, SAMPLE);
      await expect(importButton).toBeVisible({ timeout: 60_000 });
    }
    const threads = await ask<{ turn_count: number }>(heddle.serviceUrl, "/threads/stream_query", {
      project_id: project,
    });
    expect(threads).toHaveLength(200);
    expect(threads.reduce((sum, { turn_count }) => sum + turn_count, 0)).toBe(1490);
    expect(await countCalls(heddle.serviceUrl, project, where("attributes.kind", "tool"))).toBe(1164);
    const [won] = await ask<{ result: unknown[] }>(heddle.serviceUrl, "/feedback/query", {
      project_id: project,
      ...where("payload.value", "1"),
    });
    expect(won?.result).toHaveLength(84);

    await page.goto(`/${slug}/traces?t=all`);
    await expect(page.getByText("1,490", { exact: true })).toBeVisible();
    await expect(page.getByRole("grid", { name: "Traces" }).getByRole("row").nth(1)).toBeVisible();
  },
);

test(
  "imports the session of a coding agent as a thread with diffs, and adds nothing the second time",
  heldBy("lib/import/read-session.test.ts", "becomes a thread of turns with model and tool calls"),
  async ({ page, heddle, project, fileOf }) => {
    const slug = await openImport(page, heddle.url, project);
    const file = fileOf("session.jsonl", linesText([...claudeLines, { type: "hologram", sessionId: "x" }]));
    await chooseFile(page, file);
    const importButton = page.getByRole("button", { name: "Import 2 sessions" });
    await expect(fact(page, "Sessions")).toContainText("2");
    await expect(page.getByText("These conversations have no timestamps")).toHaveCount(0);
    await expect(page.getByText("Lines of type hologram are not known.")).toBeVisible();
    for (const _ of [1, 2]) {
      await importButton.click();
      await expect(page.getByText("Importing the same file again creates no duplicates.")).toBeVisible();
      expect(await countCalls(heddle.serviceUrl, project)).toBe(10);
      await chooseFile(page, file);
    }
    await page.goto(`/${slug}/threads/7c1f0d52-1111-4222-8333-444455556666`);
    const edit = page.getByRole("group", { name: "Edit", exact: true }).first();
    await expect(edit).toContainText("/home/ada/bags/count.ts");
    await expect(edit).toContainText("return 2");
  },
);

test(
  "stops, and continues after a reload without sending stored calls again",
  heldBy("app/(dashboard)/[workspace]/import/use-import.test.tsx", "continues an import that an earlier visit stopped"),
  async ({ page, heddle, project, fileOf }) => {
    await openImport(page, heddle.url, project);
    // Every conversation fills a batch of its own.
    const values = Array.from({ length: 6 }, (_, task) => JSON.stringify(conversation(task, "x".repeat(300_000))));
    const file = fileOf("stopped.jsonl", values.join("\n"));
    const sent: string[] = [];
    let isHeld = true;
    await page.route("**/call.upsertBatch", async (route) => {
      // The first batch arrives; the second waits until it is stopped.
      if (isHeld && sent.length > 0) return;
      sent.push(route.request().postData() ?? "");
      await route.continue();
    });
    await chooseFile(page, file);
    await page.getByRole("button", { name: "Import 6 conversations" }).click();
    await expect(page.getByText("1 of 6 values", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(page.getByText("Import stopped at value 1 of 6")).toBeVisible();
    expect(await countCalls(heddle.serviceUrl, project)).toBe(2);

    isHeld = false;
    await page.reload();
    await chooseFile(page, file);
    await expect(page.getByText("An earlier import of this file stopped at value 1 of 6")).toBeVisible();
    await page.getByRole("button", { name: "Continue from value 2" }).click();
    await expect(page.getByText("Imported 6 conversations from stopped.jsonl")).toBeVisible();
    expect(await countCalls(heddle.serviceUrl, project)).toBe(12);
    const taskIdsSent = sent.join("").match(/"task_id":(\d)/g) ?? [];
    // Two calls and one reward in a turn's attributes: every conversation was sent exactly once.
    expect(taskIdsSent.filter((text) => text.endsWith(":0"))).toHaveLength(2);
    expect(taskIdsSent).toHaveLength(12);
  },
);

test(
  "names unreadable lines, imports the others, and explains why a file cannot be imported",
  heldBy(
    "app/(dashboard)/[workspace]/import/preview/prepare-file-preview.test.ts",
    "include the first hundred values that cannot be read",
  ),
  async ({ page, heddle, project, fileOf }) => {
    await openImport(page, heddle.url, project);
    const lines = [JSON.stringify(conversation(1)), '{"broken', '{"traj":[{"role":"user"},{}]}', '{"other":1}'];
    await chooseFile(page, fileOf("mixed.jsonl", lines.join("\n")));
    const skipped = page.getByRole("region", { name: "Values that cannot be read" }).getByRole("listitem");
    await expect(skipped).toHaveText([/^line 2Not JSON/, /^line 3traj\.1\.role/, /^line 4This is neither a call/]);
    await page.getByRole("button", { name: "Import 1 conversation" }).click();
    await expect(page.getByText("Imported 1 conversation from mixed.jsonl")).toBeVisible();
    expect(await countCalls(heddle.serviceUrl, project)).toBe(2);

    await chooseFile(page, fileOf("table.csv", "id,name\n1,2"));
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Could not read table.csv");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("neither a JSON list nor JSON objects");
    await chooseFile(page, fileOf("half.json", `[${JSON.stringify(conversation(1))},{"traj":`));
    await expect(page.getByRole("main").getByRole("alert")).toContainText("entry 2 is the last one and is incomplete");
    await expect(page.getByRole("button", { name: /^Import / })).toHaveCount(0);
  },
);

test(
  "shows a failure at its place, and imports the rest after it",
  heldBy(
    "app/(dashboard)/[workspace]/import/use-import.test.tsx",
    "keeps the position of a failure, and continues there on request",
  ),
  async ({ page, heddle, project, fileOf }) => {
    await openImport(page, heddle.url, project);
    await page.route("**/call.upsertBatch", (route) => route.abort());
    await chooseFile(page, fileOf("failing.json", JSON.stringify([conversation(1), conversation(2)])));
    await page.getByRole("button", { name: "Import 2 conversations" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("The dashboard does not respond");
    await page.unroute("**/call.upsertBatch");
    await page.getByRole("button", { name: "Continue from value 1" }).click();
    await expect(page.getByText("Imported 2 conversations from failing.json")).toBeVisible();
    expect(await countCalls(heddle.serviceUrl, project)).toBe(4);
  },
);
