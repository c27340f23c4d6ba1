/** How long rows are taken in before the page may draw and take a press, in milliseconds: less than a picture takes. */
const MAX_SLICE_MS = 12;

/** After the browser has had its turn. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * Hands rows on as they come, and holds their reader back now and then: what has arrived already would otherwise be taken
 * in at one stretch.
 */
export function lowPriority<Row>(onRows: (rows: readonly Row[]) => void): (rows: readonly Row[]) => Promise<void> {
  let pausedAt = performance.now();
  return async (rows) => {
    onRows(rows);
    if (performance.now() - pausedAt < MAX_SLICE_MS) return;
    await yieldToEventLoop();
    pausedAt = performance.now();
  };
}
