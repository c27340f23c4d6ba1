import { MAX_WIDTH_PX, MIN_WIDTH_PX } from "@/lib/table/column-arrangement";

/** How the content of a column sets its width. Measured in characters, so that nothing has to be laid out first. */
export interface ColumnFit<Row> {
  /** The text that a cell shows. */
  readonly text: (row: Row) => string;
  /** Width of a character: of mono text exactly, of other text on average. */
  readonly characterPx: number;
  /** What a cell shows beside its text: padding, a glyph. */
  readonly extraPx: number;
  readonly minPx: number;
  readonly maxPx: number;
}

/** Mono text in tables: 11.5 px, 0.6 of it for each character. */
const MONO_CHARACTER_PX = 6.9;

/** The padding of a cell on both sides, and what the last one has more. */
const CELL_PADDING_PX = 16;
const LAST_PADDING_PX = 8;

/** The glyph of a kind before the name of an op, with its gap. */
const GLYPH_PX = 23;

/** A column of op names follows their length. */
export function opFit<Row>(text: (row: Row) => string, maxPx = 256): ColumnFit<Row> {
  const extraPx = CELL_PADDING_PX + GLYPH_PX;
  return { text, characterPx: MONO_CHARACTER_PX, extraPx, minPx: 132, maxPx };
}

/** A column of ids follows their length. */
export function idFit<Row>(text: (row: Row) => string, maxPx = 220): ColumnFit<Row> {
  return { text, characterPx: MONO_CHARACTER_PX, extraPx: CELL_PADDING_PX + LAST_PADDING_PX, minPx: 80, maxPx };
}

/** Prose and figures in tables: 12 px, on average half of it for each character. */
const TEXT_CHARACTER_PX = 5.9;

/** A column of ages or times follows their length, and leaves room for its sorted heading. */
export function timeFit<Row>(text: (row: Row) => string): ColumnFit<Row> {
  return { text, characterPx: TEXT_CHARACTER_PX, extraPx: CELL_PADDING_PX + LAST_PADDING_PX, minPx: 80, maxPx: 104 };
}

interface FittedColumn<Row> {
  readonly id: string;
  readonly fit?: ColumnFit<Row>;
}

/** The first rows: those that are on the screen before anything is scrolled. */
export const MEASURED_ROWS = 40;

/** Returns the widths of the columns that follow their content: of the longest text of the rows, within limits. */
export function fittedWidths<Row>(
  columns: readonly FittedColumn<Row>[],
  rows: readonly Row[],
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  if (rows.length === 0) return widths;
  for (const { id, fit } of columns) {
    if (fit === undefined) continue;
    const longest = rows.reduce((most, row) => Math.max(most, fit.text(row).length), 0);
    const widthPx = Math.ceil(longest * fit.characterPx + fit.extraPx);
    const boundedPx = Math.min(fit.maxPx, Math.max(fit.minPx, widthPx));
    widths.set(id, Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, boundedPx)));
  }
  return widths;
}
