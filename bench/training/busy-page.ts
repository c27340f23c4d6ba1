import type { Page } from "@playwright/test";

/** Records tasks that block a page for longer than 50 ms; the returned function returns the longest. */
export async function worstTask(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return () => page.evaluate(() => (window as unknown as { busy: { ms: number } }).busy.ms);
}

/** Runs in the page. */
function watch(): void {
  const busy = { ms: 0 };
  Object.assign(window, { busy });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) busy.ms = Math.max(busy.ms, entry.duration);
  }).observe({ type: "longtask" });
}
