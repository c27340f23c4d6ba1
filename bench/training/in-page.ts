import type { CDPSession, Page } from "@playwright/test";

/** The line of each chart: its text changes once it is redrawn. */
const LINE = "section[aria-label=Metrics] section path[stroke-width]";

/** Milliseconds from a user event until all charts, which change one after the other, are painted. */
export async function redrawTime(page: Page, event: string, act: () => Promise<void>): Promise<number> {
  const handle = await page.evaluateHandle(
    ([name, query]) => {
      const linesOf = () => [...document.querySelectorAll(query)].map((line) => line.getAttribute("d") ?? "");
      const before = linesOf();
      const isDrawn = () => linesOf().every((line, index) => line !== before[index]);
      const taken = new Promise<number>((resolve) => {
        const onEvent = () => {
          const begun = performance.now();
          const look = () =>
            requestAnimationFrame(() => {
              if (!isDrawn()) return look();
              // A task after a frame runs once that frame is painted.
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun), 0));
            });
          look();
        };
        window.addEventListener(name, onEvent, { capture: true, once: true });
      });
      return { taken };
    },
    [event, LINE] as const,
  );
  await act();
  return await handle.evaluate(({ taken }) => taken);
}

/** Milliseconds from the request for the same bytes until all of them have arrived, in the same browser and unread. */
export async function fetchTime(page: Page, jobId: string): Promise<{ ms: number; bytes: number }> {
  return await page.evaluate(async (id) => {
    const begun = performance.now();
    const response = await fetch("/api/service/local/trainingJobs.streamEvents", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ training_job_id: id }),
    });
    const { byteLength } = await response.arrayBuffer();
    return { ms: performance.now() - begun, bytes: byteLength };
  }, jobId);
}

/** The lines of all charts as they are drawn. */
export async function drawnLines(page: Page): Promise<readonly (readonly string[])[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll("section[aria-label=Metrics] section")].map((chart) =>
      [...chart.querySelectorAll("[data-plot] g[clip-path] path")].map((path) => path.getAttribute("d") ?? ""),
    ),
  );
}

/** Milliseconds until the same lines are painted on a page without anything else. */
export async function bareDrawTime(page: Page, charts: readonly (readonly string[])[]): Promise<number> {
  return await page.evaluate(async (lines) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    document.body.textContent = "";
    await frame();
    const begun = performance.now();
    document.body.innerHTML = lines
      .map((paths) => {
        const marks = paths.map((d) => `<path d="${d}" fill="none" stroke="#444"/>`).join("");
        return `<svg width="400" height="118" style="display:inline-block">${marks}</svg>`;
      })
      .join("");
    await frame();
    await frame();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return performance.now() - begun;
  }, charts);
}

/** Bytes that the page holds after garbage collection: its objects, and its columns of numbers. */
export async function heldBytes(session: CDPSession): Promise<{ objects: number; columns: number }> {
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const usage = (await session.send("Runtime.getHeapUsage")) as { usedSize: number; backingStorageSize?: number };
  return { objects: usage.usedSize, columns: usage.backingStorageSize ?? Number.NaN };
}
