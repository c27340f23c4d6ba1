import type { Page } from "@playwright/test";

/**
 * Counts from now on how often the pointer is pressed in a page, through all its addresses.
 *
 * @returns the count so far.
 */
export async function counted(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction("notePress", () => {
    count += 1;
  });
  await page.addInitScript(() => {
    window.addEventListener("pointerdown", () => void Reflect.get(window, "notePress")(), { capture: true });
  });
  return () => count;
}
