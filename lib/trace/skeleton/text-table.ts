/** Many short texts as one: it passes between threads as a single copy, and a text is cut out where it is drawn. */
export interface TextTable {
  readonly text: string;
  /** The end of each text in `text`; a text starts where the previous one ends. */
  readonly ends: Uint32Array<ArrayBuffer>;
}

export function textTable(texts: readonly string[]): TextTable {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  texts.forEach((text, index) => {
    end += text.length;
    ends[index] = end;
  });
  return { text: texts.join(""), ends };
}

/** Returns the text at an index; empty beyond the last. */
export function textAt({ text, ends }: TextTable, index: number): string {
  return text.slice(index === 0 ? 0 : ends[index - 1], ends[index] ?? 0);
}
