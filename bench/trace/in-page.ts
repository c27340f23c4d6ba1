import type { Page } from "@playwright/test";

/** Frame times during a movement, in milliseconds. */
export interface FrameTimes {
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export function timesOf(frames: readonly number[]): FrameTimes {
  const sorted = [...frames].sort((left, right) => left - right);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), worst: sorted.at(-1) ?? Number.NaN };
}

/** Scrolls an element by `stepPx` in each frame and returns how long each frame took. */
export async function scrollFrames(page: Page, selector: string, frames: number, stepPx: number): Promise<FrameTimes> {
  const taken = await page.evaluate(
    async ([query, count, step]) => {
      const node = document.querySelector(query);
      if (!node) throw new Error(`Nothing is ${query}`);
      const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const lengths: number[] = [];
      let before = await next();
      for (let frame = 0; frame < count; frame += 1) {
        node.scrollTop += step;
        const now = await next();
        lengths.push(now - before);
        before = now;
      }
      return lengths;
    },
    [selector, frames, stepPx] as const,
  );
  return timesOf(taken);
}

/** Turns the wheel with Control over an element, alternating in and out, once in each frame. */
export async function zoomFrames(page: Page, selector: string, frames: number): Promise<FrameTimes> {
  const taken = await page.evaluate(
    async ([query, count]) => {
      const node = document.querySelector(query);
      if (!node) throw new Error(`Nothing is ${query}`);
      const { right, top, width } = node.getBoundingClientRect();
      const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const lengths: number[] = [];
      let before = await next();
      for (let frame = 0; frame < count; frame += 1) {
        const deltaY = Math.floor(frame / 30) % 2 === 0 ? -60 : 60;
        const place = { clientX: right - width * 0.2, clientY: top + 200 };
        node.dispatchEvent(
          new WheelEvent("wheel", { ...place, deltaY, ctrlKey: true, bubbles: true, cancelable: true }),
        );
        const now = await next();
        lengths.push(now - before);
        before = now;
      }
      return lengths;
    },
    [selector, frames] as const,
  );
  return timesOf(taken);
}

/**
 * How long the page works on a key until the change can be painted: without the wait for the next frame, which is the
 * same for every page. Medians of the presses.
 */
export async function keyWork(page: Page, keys: readonly string[], rounds: number): Promise<number> {
  const taken = await page.evaluate(
    async ([names, count]) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const task = () =>
        new Promise<void>((resolve) => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve();
          channel.port2.postMessage(null);
        });
      const lengths: number[] = [];
      for (let round = 0; round < count; round += 1) {
        for (const key of names) {
          await frame();
          await task();
          const begun = performance.now();
          window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
          // React draws in a microtask or a task of its own; style and layout are forced here.
          await task();
          document.body.getBoundingClientRect();
          lengths.push(performance.now() - begun);
        }
      }
      return lengths;
    },
    [keys, rounds] as const,
  );
  return timesOf(taken).p50;
}

/** Starts recording tasks that block the page for longer than 50 ms; the returned function returns the longest. */
export async function watchLongTasks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const worst = { ms: 0 };
    Object.assign(window, { worstTask: worst });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) worst.ms = Math.max(worst.ms, entry.duration);
    }).observe({ type: "longtask", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { worstTask: { ms: number } }).worstTask.ms);
}
