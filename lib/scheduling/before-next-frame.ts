const waiting = new Set<() => void>();

/**
 * Runs a function before the next frame is drawn. All functions of a frame run in one turn, so that React renders once
 * for all of them.
 */
export function scheduleForNextFrame(draw: () => void): void {
  waiting.add(draw);
  if (waiting.size > 1) return;
  requestAnimationFrame(() => {
    const due = [...waiting];
    waiting.clear();
    for (const run of due) run();
  });
}
