/** The open cell in the address. */
export function cellParam(rowNumber: number, columnId: string): string {
  return `${rowNumber} ${columnId}`;
}

export function parseCell(text: string | null): { rowNumber: number; columnId: string } | null {
  const match = /^(\d+) (.+)$/s.exec(text ?? "");
  return match ? { rowNumber: Number(match[1]), columnId: match[2] ?? "" } : null;
}
