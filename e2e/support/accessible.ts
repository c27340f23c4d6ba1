import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test";

export const PHONE = { width: 390, height: 844 } as const;

/** A window of 1280 by 1800 pixels at 400 percent, the width for which WCAG 1.4.10 asks that nothing is lost. */
export const ZOOMED = { width: 320, height: 450 } as const;

/** A menu or a tooltip floats over the page and belongs to no landmark. Long attribute names are truncated. */
const isFloating = (html: string) => html.startsWith("<div data-radix-popper-");

export type Theme = "light" | "dark";

/** Returns axe for a page, which reads its half a megabyte once. */
async function axeIn(page: Page): Promise<AxeBuilder> {
  const isRead = await page.evaluate(() => "axe" in window);
  return new AxeBuilder(isRead ? { page, axeSource: "void axe" } : { page }).setLegacyMode();
}

/** Rows below the tenth have the same cells as those above; only `npm run test:all` looks at them. */
const LATER_ROWS = process.env.HEDDLE_TEST_TIER === "once" ? ["tbody > tr:nth-of-type(n + 11)"] : [];

/** Fails for each rule, of WCAG and of good practice, that the screen breaks, in both themes or the given ones. */
export async function expectAccessible(page: Page, themes: readonly Theme[] = ["light", "dark"]): Promise<void> {
  // Without frames axe can run in the page itself, which needs no second page for each result.
  expect(page.frames()).toHaveLength(1);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toHaveCount(1);
    await settleColors(page);
    // Passed rules are not read, and naming their elements takes longer than finding violations.
    const axe = (await axeIn(page)).options({ resultTypes: ["violations"] });
    for (const rows of LATER_ROWS) axe.exclude(rows);
    // Only colors differ between the themes, so the other rules run once.
    if (colorScheme !== themes[0]) axe.withRules(["color-contrast", "link-in-text-block"]);
    const { violations } = await axe.analyze();
    const broken = violations.flatMap(({ id, nodes }) =>
      nodes.filter(({ html }) => !(id === "region" && isFloating(html))).map(({ html }) => [colorScheme, id, html]),
    );
    expect(broken).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Waits for transitions, whose colors on the way are no design. Animations without an end go on. */
const settleColors = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Fails when the page scrolls sideways at the width of a phone. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/**
 * Fails when the page scrolls sideways at the width of a phone, or a part of it that scrolls cannot be scrolled by keys.
 * Leaves that width.
 */
export async function expectReadableOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  const axe = (await axeIn(page)).withRules(["scrollable-region-focusable"]);
  const { violations } = await axe.analyze();
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
}

/** Fails when the page scrolls sideways at its current width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThan(1);
}

/**
 * The names of the buttons, links and fields that no scrolling brings into view. Marks of charts, which may be one pixel
 * high, are reached by keys; so is the link that skips the navigation. What a menu or a panel covers is reached
 * once it is closed.
 */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isHitAt = (action: HTMLElement, position: ScrollLogicalPosition) => {
      action.scrollIntoView({ block: position, inline: position });
      // Lists draw other rows once they are scrolled.
      if (!action.isConnected) return true;
      // A link in a sentence may be on two lines.
      const { left, top, width, height } = action.getClientRects()[0] ?? action.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const owner = action.closest("label") ?? action;
      const cover = hit?.closest("[data-radix-popper-content-wrapper], [role=dialog], aside");
      if (cover && !cover.contains(action)) return true;
      return hit !== null && (owner.contains(hit) || hit.contains(action));
    };
    // A head or a column that stays may cover one end of what scrolls below it.
    const isHit = (action: HTMLElement) =>
      (["center", "end", "start"] as const).some((position) => isHitAt(action, position));
    return [...document.querySelectorAll("button, a[href], input, textarea, select")]
      .filter((action) => action instanceof HTMLElement)
      .filter((action) => action.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((action) => action.getBoundingClientRect().width > 1 && !action.closest("[inert], [aria-hidden=true]"))
      .filter((action) => action.textContent !== "Skip to content" && !isHit(action))
      .map((action) => action.getAttribute("aria-label") ?? `${action.tagName} ${action.textContent}`);
  });
