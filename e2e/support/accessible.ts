import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test";

export const PHONE = { width: 390, height: 844 } as const;

/** A menu or a tooltip floats over the page and belongs to no landmark. Long attribute names are truncated. */
const isFloating = (html: string) => html.startsWith("<div data-radix-popper-");

/** Fails for each rule, of WCAG and of good practice, that the screen breaks, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without frames axe can run in the page itself, which needs no second page for each result.
  expect(page.frames()).toHaveLength(1);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toHaveCount(1);
    await settleColors(page);
    // Passed rules are not read, and naming their elements takes longer than finding violations.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    // Only colors differ between the themes, so the other rules run once.
    if (colorScheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
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

/** Fails when a part of the page that scrolls at the width of a phone cannot be scrolled by keys. */
export async function expectScrollsByKeys(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  const axe = new AxeBuilder({ page }).setLegacyMode().withRules(["scrollable-region-focusable"]);
  const { violations } = await axe.analyze();
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Fails when the page scrolls sideways at its current width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThan(1);
}
