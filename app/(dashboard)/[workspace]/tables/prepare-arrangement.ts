/** The digests in a filter's text, each once. */
export function splitDigests(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((part) => part !== ""))];
}

/** A list with an entry, or without it when it was there. */
export function toggled(list: readonly string[], entry: string): string[] {
  return list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry];
}

/** The open cell in the address. */
export function cellParam(rowNumber: number, columnId: string): string {
  return `${rowNumber} ${columnId}`;
}

export function parseCell(text: string | null): { rowNumber: number; columnId: string } | null {
  const match = /^(\d+) (.+)$/s.exec(text ?? "");
  return match ? { rowNumber: Number(match[1]), columnId: match[2] ?? "" } : null;
}
