/** Many short texts as one: it passes between threads as a single copy, and a text is cut out where it is drawn. */
export interface TextTable {
  readonly text: string;
  /** Where each text ends in `text`; it begins where the one before ends. */
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

/** The text at an index; empty beyond the last. */
export function textAt({ text, ends }: TextTable, index: number): string {
  return text.slice(index === 0 ? 0 : ends[index - 1], ends[index] ?? 0);
}
