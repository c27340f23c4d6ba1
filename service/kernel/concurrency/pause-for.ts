/** Resolves after a delay, or at once when the signal is aborted. */
export function pauseFor(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal.addEventListener("abort", end, { once: true });
  });
}
