/** How long rows are processed before the page may draw and handle input, in milliseconds: less than a frame. */
const MAX_SLICE_MS = 12;

/** Resolves after the browser has had its turn. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * Passes rows on as they arrive, and pauses their reader now and then: rows that have already arrived would otherwise
 * be processed in one stretch.
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
