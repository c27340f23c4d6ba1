import type { Page } from "@playwright/test";
import { ADMIN, runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
import { ANONYMOUS, expect, test } from "@/e2e/support/test";

/** A window of 1280 by 1800 pixels at 400 percent, the width for which WCAG 1.4.10 asks that nothing is lost. */
const ZOOMED = { width: 320, height: 450 } as const;

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

/**
 * The names of the buttons, links and fields that no scrolling brings into view. Marks of charts, which may be one pixel
 * high, are reached by keys; so is the link that skips the navigation.
 */
const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isHit = (action: HTMLElement) => {
      action.scrollIntoView({ block: "center", inline: "center" });
      // A link in a sentence may be on two lines.
      const { left, top, width, height } = action.getClientRects()[0] ?? action.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const owner = action.closest("label") ?? action;
      return hit !== null && (owner.contains(hit) || hit.contains(action));
    };
    return [...document.querySelectorAll("button, a[href], input, textarea, select")]
      .filter((action) => action instanceof HTMLElement)
      .filter((action) => action.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((action) => action.getBoundingClientRect().width > 1 && !action.closest("[inert], [aria-hidden=true]"))
      .filter((action) => action.textContent !== "Skip to content" && !isHit(action))
      .map((action) => action.getAttribute("aria-label") ?? `${action.tagName} ${action.textContent}`);
  });

test("is whole at 400 percent, and moves nothing where motion is reduced", async ({ browser }) => {
  test.setTimeout(600_000);
  const heddle = await runHeddle();
  const context = await browser.newContext({
    storageState: ANONYMOUS,
    baseURL: heddle.url,
    reducedMotion: "reduce",
    viewport: { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      const moves = /^(?:transform|translate|rotate|scale|left|top|right|bottom|width|height|margin|inset)/;
      const onTransition = ({ propertyName }: TransitionEvent) => {
        if (moves.test(propertyName)) moved.push(propertyName);
      };
      document.addEventListener("transitionrun", onTransition, true);
      document.addEventListener("animationstart", ({ animationName }) => moved.push(animationName), true);
    });
    await signIn(page, heddle.url, ADMIN);
    await page.getByRole("button", { name: "Create the sample project" }).click();
    const traces = page.getByRole("grid", { name: "Traces" });
    await expect(traces.getByRole("row").filter({ hasText: "airline_turn" }).first()).toBeVisible({ timeout: 150_000 });
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
      const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved);
      if (lost.length > 0 || overflow > 0 || moved.length > 0) broken.push([address, lost, overflow, moved]);
    }
    expect(pages.size).toBeGreaterThan(25);
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([expect.stringMatching(/\/arena/), expect.stringMatching(/\/rollouts/)]),
    );
    expect(broken).toEqual([]);
  } finally {
    await context.close();
    await heddle.stop();
  }
});
