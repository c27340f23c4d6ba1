/** A run of characters in one colour. */
export interface ColorRun {
  readonly length: number;
  /** Class name of its colour; empty for ink. */
  readonly color: string;
}

export interface ColoredText {
  readonly text: string;
  readonly color: string;
}

/** Hands out colours along a text: each call takes the runs of the next piece. */
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
      // What the runs do not reach is ink.
      const take = at < runs.length ? Math.min(left, text.length - from) : text.length - from;
      parts.push({ text: text.slice(from, from + take), color: runs[at]?.color ?? "" });
      from += take;
      left -= Math.min(left, take);
    }
    return parts;
  };
}
