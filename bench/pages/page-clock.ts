import type { Page } from "@playwright/test";

/** The duration of one action on a page, from the key or the address to the paint. */
export interface PageTiming {
  readonly paintMs: number;
  /** The longest time in which the page was blocked, after its first paint. */
  readonly longestTaskMs: number;
}

interface Clock {
  startedAt: number;
  longestMs: number;
}

/** Adds a clock to every page: it starts with the page, and again with each press of Enter or of a button. */
export async function installClock(page: Page): Promise<void> {
  // The functions below are sent as text, in which the compiler may use this helper of its own.
  await page.addInitScript("globalThis.__name = (value) => value");
  await page.addInitScript(() => {
    const clock: Clock = { startedAt: 0, longestMs: 0 };
    Object.assign(window, { benchClock: clock });
    const restart = (event: Event) => Object.assign(clock, { startedAt: event.timeStamp, longestMs: 0 });
    window.addEventListener("keydown", (event) => event.key === "Enter" && restart(event), { capture: true });
    window.addEventListener("click", restart, { capture: true });
    new PerformanceObserver((list) => {
      const [painted] = performance.getEntriesByName("first-contentful-paint");
      for (const { startTime, duration } of list.getEntries()) {
        const isAfter = painted !== undefined && startTime >= Math.max(painted.startTime, clock.startedAt);
        if (isAfter) clock.longestMs = Math.max(clock.longestMs, duration);
      }
    }).observe({ type: "longtask", buffered: true });
  });
}

/** Waits until something is on the screen, checked at each frame, and reads the clock after the frame is painted. */
export async function untilPainted(page: Page, isPresent: string): Promise<PageTiming> {
  return await page.evaluate(async (condition) => {
    const { benchClock: clock } = window as unknown as { benchClock: Clock };
    const check = new Function(`return ${condition}`) as () => boolean;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!check()) await frame();
    // The frame is painted in the task of its callbacks; what the page does afterwards is not waited for.
    await new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(null);
    });
    return { paintMs: performance.now() - clock.startedAt, longestTaskMs: clock.longestMs };
  }, isPresent);
}
