import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { API_KEY } from "@/e2e/support/run-heddle";
import { send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";
import { recordings, requestsOf } from "@/test/recordings/recorded-files";

const AUTHORIZATION = `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}`;

/** Sends what each client sent. */
async function replayAll(serviceUrl: string, project: string): Promise<void> {
  for (const { file, signal, contentType, body } of recordings.flatMap(requestsOf)) {
    const response = await fetch(`${serviceUrl}/otel/v1/${signal}`, {
      method: "POST",
      headers: { authorization: AUTHORIZATION, project_id: project, "content-type": contentType },
      body: new Uint8Array(body),
    });
    expect([file, response.status]).toEqual([file, 200]);
  }
}

/** The texts of all rows by their ids, each as its cells: the list draws only the rows that are in view. */
async function readRows(page: Page, count: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const grid = page.getByRole("grid", { name: "Traces" });
  const found = new Map<string, readonly string[]>();
  const read = async () => {
    const rows = await grid
      .locator("tbody tr[id]")
      .evaluateAll((all) => all.map((row) => [row.id, [...row.querySelectorAll("td")].map((cell) => cell.innerText)]));
    for (const [id, cells] of rows as [string, string[]][]) found.set(id, cells);
    // Less than the rows in view, so that none is passed by.
    await page.mouse.wheel(0, 400);
    return found.size;
  };
  await grid.locator("tbody tr[id]").first().hover();
  await expect.poll(read, { intervals: [100] }).toBe(count);
  return found;
}

/** Columns of the list. */
const [INPUT, OUTPUT] = [3, 4];

/** The beginning of a payload in which an instrumentation wrapped what was said, or of none. */
const IS_WRAPPED = /^\{\s*\}?$|^[[{].*"(?:parts|messages|choices|candidates|lc|(?:gen_ai|llm)\.[^"]*)"/s;

test(
  "lists the calls of every recorded client with what was said, and no JSON around a text",
  heldBy("test/recordings/replay.test.ts", "is read as its program wrote it"),
  async ({ page, heddle, project }) => {
    await replayAll(heddle.serviceUrl, project);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces?t=all&grain=all`);
    const { count } = (await send(heddle.serviceUrl, "/calls/query_stats", { project_id: project })) as {
      count: number;
    };
    const rows = await readRows(page, count);
    const wrapped = [...rows.values()].filter((cells) =>
      [cells[INPUT], cells[OUTPUT]].some((text) => IS_WRAPPED.test(text ?? "")),
    );
    expect(wrapped.map((cells) => cells.join(" · "))).toEqual([]);
  },
);
