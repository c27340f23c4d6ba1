import type { Locator, Page } from "@playwright/test";
import { heldBy } from "./support/held-by";
import { makeWorkspace } from "./support/open-workspace";
import { logCalls } from "./support/service-client";
import { expect, test } from "./support/test";

/** More than any page has stops before its content. */
const MAX_STOPS = 60;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the element.");
}

/** The panels: their titles, and the first letter of their charts. */
const PANELS = [
  ["Turns", "N"],
  ["Calls over time", "L"],
  ["Calls stacked", "B"],
  ["Errors", "N"],
  ["All lines", "L"],
  ["All bars", "B"],
] as const;

test(
  "a dashboard of six panels is built by keyboard alone",
  heldBy(
    "app/(dashboard)/[workspace]/dashboards/[dashboardId]/dashboard-view.test.tsx",
    "adds, moves, resizes, duplicates, deletes and saves panels by keys alone",
  ),
  async ({ page, heddle, project }) => {
    const startedAt = new Date(Date.now() - 60_000);
    await logCalls(
      heddle.serviceUrl,
      project,
      ["chat", "chat", "search"].map((op) => ({ op, startedAt, durationMs: 400 })),
    );
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/overview`);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    const empty = page.getByRole("list", { name: "Templates" }).getByRole("button", { name: /^Empty/ });
    await empty.waitFor();
    await tabTo(page, empty);
    await page.keyboard.press("Enter");
    const panels = page.getByRole("list", { name: "Panels" });
    await panels.waitFor();
    const form = page.getByRole("complementary", { name: "Panel" });
    for (const [title, chart] of PANELS) {
      await page.keyboard.press("n");
      await expect(form.getByLabel("Title")).toBeFocused();
      await page.keyboard.type(title);
      await page.keyboard.press("Tab");
      await page.keyboard.press(chart);
      await page.keyboard.press("Tab");
    }
    const boxes = panels.getByRole("button", { name: /, panel \d of 6$/ });
    await expect(boxes).toHaveCount(PANELS.length);
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.getByRole("button", { name: /^Edit/ })).toBeVisible();
    await expect(panels.getByRole("link", { name: /^Turns 3/ })).toBeVisible();
    await expect(panels.getByRole("region")).toHaveText(PANELS.map(([title]) => new RegExp(`^${title}`)));
  },
);
