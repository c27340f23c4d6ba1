import type { Page } from "@playwright/test";
import { unreachable, ZOOMED } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { noteMotion } from "@/e2e/support/noted-motion";
import { SAMPLE_SLUG } from "@/e2e/support/stored-data";
import { expect, test } from "@/e2e/support/test";

const SETTINGS = [
  "connections",
  "workspaces",
  "keys",
  "agents",
  "sharing",
  "providers",
  "storage",
  "members",
  "audit",
  "account",
] as const;

/** The addresses of the pages in the navigation and of settings. */
async function pagesOf(page: Page): Promise<string[]> {
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const listed = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  return [...listed.filter((href) => href.startsWith("/")), ...SETTINGS.map((name) => `/settings/${name}`)];
}

/** Levels below the navigation that are visited: a thing that a page lists, and the pages of this thing. */
const LEVELS = 2;

/** A thing with more pages, such as versions, has pages that differ only in their data. */
const MAX_PAGES_OF_THING = 4;

/** The addresses to visit below a page: of the first thing that it lists, or of the pages of a thing. */
async function listedBelow(page: Page, address: string, level: number): Promise<string[]> {
  if (level === LEVELS) return [];
  const path = address.split("?")[0] ?? "";
  const found = await page
    .locator(`main a[href^="${path}/"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const byPath = new Map(found.map((href) => [href.split("?")[0] ?? "", href]));
  return [...byPath.values()].slice(0, level === 0 ? 1 : MAX_PAGES_OF_THING);
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("main")).toBeVisible();
  await page.waitForLoadState("networkidle");
}

test(
  "is whole at 400 percent, and moves nothing where motion is reduced",
  heldBy("e2e/screens/screens.spec.ts", "accessible, on a phone, at 400 percent, without motion"),
  async ({ page }) => {
    test.setTimeout(600_000);
    const motion = await noteMotion(page);
    await openPage(page, `/${SAMPLE_SLUG}/traces`);
    // From address to the number of levels above it.
    const pages = new Map((await pagesOf(page)).map((address) => [address, 0]));
    await page.setViewportSize(ZOOMED);
    const broken: unknown[] = [];
    // The map grows while it is read, by the first thing that each page lists.
    for (const [address, level] of pages) {
      await openPage(page, address);
      for (const listed of await listedBelow(page, address, level))
        if (!pages.has(listed)) pages.set(listed, level + 1);
      const lost = await unreachable(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const moved = await motion();
      if (lost.length > 0 || overflow > 0 || moved.length > 0) broken.push([address, lost, overflow, moved]);
    }
    expect(pages.size).toBeGreaterThan(25);
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([expect.stringMatching(/\/arena/), expect.stringMatching(/\/rollouts/)]),
    );
    expect(broken).toEqual([]);
  },
);
