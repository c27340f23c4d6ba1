import type { Page } from "@playwright/test";
import { type FrameTimes, timesOf } from "@/bench/trace/in-page";

/** The smoothness of a page during an action, in milliseconds. */
export interface Smoothness {
  readonly frames: FrameTimes;
  /** From a press of a key to the end of the frame that shows it. */
  readonly keys: FrameTimes;
  /** The longest time in which nothing else could happen; 0 if none took 50 ms. */
  readonly longestBlockMs: number;
}

interface Noted {
  readonly frames: number[];
  readonly keys: number[];
  readonly blocks: number[];
  isOver: boolean;
}

/** Records frames, keys and long tasks from now on, until the returned function is called. */
export async function watchSmoothness(page: Page): Promise<() => Promise<Smoothness>> {
  await page.evaluate(() => {
    const noted: Noted = { frames: [], keys: [], blocks: [], isOver: false };
    Object.assign(window, { benchNoted: noted });
    let before = performance.now();
    const onFrame = () => {
      const now = performance.now();
      noted.frames.push(now - before);
      before = now;
      if (!noted.isOver) requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    const begun = performance.now();
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) if (startTime >= begun) noted.blocks.push(duration);
    }).observe({ type: "longtask" });
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      requestAnimationFrame(() => {
        // A task after the callbacks of the frame runs when the frame has been laid out and painted.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => noted.keys.push(performance.now() - timeStamp);
        channel.port2.postMessage(null);
      });
    };
    window.addEventListener("keydown", onKey, { capture: true });
  });
  return async () => {
    const { frames, keys, blocks } = await page.evaluate(() => {
      const { benchNoted } = window as unknown as { benchNoted: Noted };
      benchNoted.isOver = true;
      return benchNoted;
    });
    return { frames: timesOf(frames), keys: timesOf(keys), longestBlockMs: Math.max(0, ...blocks) };
  };
}
