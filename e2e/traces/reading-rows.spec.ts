import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const QUESTION =
  "Which flights can we still take on the 22nd, and what do we get back if one of them is cheaper? ".repeat(3);
const startedAt = new Date(Date.now() - 3 * 3_600_000);

const rows = (page: Page) => page.getByRole("grid", { name: "Traces" }).locator("tbody tr[id]");
const heightOf = async (page: Page) => (await rows(page).first().boundingBox())?.height ?? 0;

async function openTraces(page: Page, heddle: { url: string; serviceUrl: string }, project: string): Promise<string> {
  const call = { op: "turn", startedAt, durationMs: 900, inputs: { question: QUESTION }, output: "HAT083 at 12:30" };
  await logCalls(heddle.serviceUrl, project, [call, call]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces`);
  await expect(rows(page)).toHaveCount(2);
  return slug;
}

test("wraps the text of tall rows, and keeps their height", async ({ page, heddle, project }) => {
  await openTraces(page, heddle, project);
  const text = rows(page).first().getByText("Which flights");
  await expect(text).toBeVisible();
  expect(await heightOf(page)).toBe(32);
  const oneLine = (await text.boundingBox())?.height ?? 0;

  await page.getByRole("button", { name: "Row height: Comfortable" }).click();
  expect(await heightOf(page)).toBe(72);
  await expect.poll(async () => (await text.boundingBox())?.height ?? 0).toBeGreaterThan(oneLine * 2);
  await page.reload();
  await expect.poll(() => heightOf(page)).toBe(72);

  await page.getByRole("button", { name: "Row height: Tall" }).click();
  expect(await heightOf(page)).toBe(26);
});

test(
  "widens the peek by its edge, and opens the next one as wide",
  heldBy("components/ui/pane-splitter.test.tsx", "changes the width by dragging, and remembers it"),
  async ({ page, heddle, project }) => {
    await openTraces(page, heddle, project);
    await rows(page).first().click();
    const peek = page.getByRole("complementary", { name: "Peek" });
    const edge = page.getByRole("separator", { name: /peek/i });
    await expect(edge).toBeVisible();
    const before = await peek.boundingBox();
    const box = await edge.boundingBox();
    if (!before || !box) throw new Error("the peek has no edge");
    await page.mouse.move(box.x + box.width / 2, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x - 150, box.y + 200, { steps: 5 });
    await page.mouse.up();
    const widthOf = async () => (await peek.boundingBox())?.width ?? 0;
    const wide = await widthOf();
    expect(wide).toBeGreaterThan(before.width + 120);
    await page.keyboard.press("Escape");
    await rows(page).nth(1).click();
    await expect.poll(widthOf).toBe(wide);
    await page.reload();
    await expect.poll(widthOf).toBe(wide);
  },
);

test(
  "writes times in the zone of the reader where it is chosen, and says so",
  heldBy(
    "components/address/time-range-panel.test.tsx",
    "remembers another zone, in which the page is then loaded again",
  ),
  async ({ page, browser, adminState, heddle, project }) => {
    const slug = await openTraces(page, heddle, project);
    const context = await browser.newContext({
      baseURL: heddle.url,
      storageState: adminState,
      timezoneId: "Asia/Kolkata",
    });
    try {
      const reader = await context.newPage();
      await reader.goto(`/${slug}/traces`);
      const control = reader.getByRole("button", { name: /^Time range/ });
      const clockIn = (timeZone: string) =>
        startedAt.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
      await expect(control).toContainText("UTC");
      await expect(rows(reader).first()).toContainText(clockIn("UTC"));
      await control.click();
      await reader.getByRole("radio", { name: "Local, UTC+5:30" }).click();
      await expect(control).toContainText("UTC+5:30");
      await expect(rows(reader).first()).toContainText(clockIn("Asia/Kolkata"));
      // Charts have buckets that begin at midnight of that zone.
      for (const name of ["Overview", "Threads", "Traces"]) {
        await reader.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
        await expect(reader.getByRole("heading", { level: 1, name })).toBeVisible();
        await expect(control).toContainText("UTC+5:30");
        await expect(reader.getByRole("main").getByRole("alert")).toHaveCount(0);
      }
      await reader.reload();
      await expect(rows(reader).first()).toContainText(clockIn("Asia/Kolkata"));
    } finally {
      await context.close();
    }
  },
);

test(
  "shows the full text of a cell that has space for its beginning",
  heldBy("components/ui/text-card.test.tsx", "opens when the pointer rests on a text that is cut"),
  async ({ page, heddle, project }) => {
    const question = `Move me to an earlier flight. ${"Please do. ".repeat(60)}My code is BTBM5E.`;
    const system = { role: "system", content: "You are an airline agent. ".repeat(3000) };
    await logCalls(heddle.serviceUrl, project, [
      {
        op: "chat",
        startedAt,
        durationMs: 900,
        inputs: { messages: [system, { role: "user", content: question }] },
        output: "Done.",
      },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces`);
    const cell = (text: string) => rows(page).first().getByRole("gridcell").filter({ hasText: text });
    await cell("Move me to an earlier flight").hover();
    await expect(page.getByRole("tooltip")).toContainText("My code is BTBM5E.");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await cell("Done.").hover();
    await cell("chat").hover();
    await expect(page.getByRole("tooltip")).toHaveCount(0);
  },
);
