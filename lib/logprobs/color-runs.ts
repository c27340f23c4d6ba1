/** A run of characters in one color. */
export interface ColorRun {
  readonly length: number;
  /** Class name of its color; empty for ink. */
  readonly color: string;
}

export interface ColoredText {
  readonly text: string;
  readonly color: string;
}

/** Returns colors along a text: each call returns the runs of the next piece. */
export function colorReader(runs: readonly ColorRun[]): (text: string) => readonly ColoredText[] {
  let at = 0;
  let left = runs[0]?.length ?? 0;
  return (text) => {
    const parts: ColoredText[] = [];
    let from = 0;
    while (from < text.length) {
      while (left === 0 && at < runs.length) {
        at += 1;
        left = runs[at]?.length ?? 0;
      }
      // Text beyond the runs is ink.
      const take = at < runs.length ? Math.min(left, text.length - from) : text.length - from;
      parts.push({ text: text.slice(from, from + take), color: runs[at]?.color ?? "" });
      from += take;
      left -= Math.min(left, take);
    }
    return parts;
  };
}
