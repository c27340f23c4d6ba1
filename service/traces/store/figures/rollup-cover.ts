import type { Micros } from "./figures-query";
import type { Seconds } from "./time-buckets";

/** From a time on, up to another one, which does not belong to it. */
export interface TimeSpan {
  readonly from: Micros;
  readonly to: Micros;
}

/** Adjoining rollups of one width. */
interface RolledSpan extends TimeSpan {
  readonly width: Seconds;
}

/** A range of time without gaps or overlaps: rollups, and what only the calls themselves can answer. */
export interface RollupCover {
  readonly rolled: readonly RolledSpan[];
  readonly rows: readonly TimeSpan[];
}

/** All times that calls can have, in whole hours. */
export const ALL_TIMES: TimeSpan = { from: Date.UTC(1900, 0, 1) * 1000, to: Date.UTC(2300, 0, 1) * 1000 };

interface CoverRequest {
  readonly range: TimeSpan;
  /** The times that divide the calls, such as the starts of buckets, in any order. No rollup contains one inside. */
  readonly cuts: readonly Micros[];
  /** Spans whose rollups must not be used, in any order. They may overlap. */
  readonly apart: readonly TimeSpan[];
  /** The widths of rollups, the widest first; each divides the one before. */
  readonly widths: readonly Seconds[];
}

/** Covers a range with rollups, the widest where they fit. */
export function coverRange({ range, cuts, apart, widths }: CoverRequest): RollupCover {
  const found: { rolled: RolledSpan[]; rows: TimeSpan[] } = { rolled: [], rows: [] };
  const points = [...new Set(cuts)].sort((left, right) => left - right);
  let at = range.from;
  for (const span of [...apart].sort((left, right) => left.from - right.from)) {
    const [from, to] = [Math.max(span.from, at), Math.min(span.to, range.to)];
    if (from >= to) continue;
    cover({ from: at, to: from }, points, widths, found);
    found.rows.push({ from, to });
    at = to;
  }
  cover({ from: at, to: range.to }, points, widths, found);
  return { rolled: joined(found.rolled, ({ width }) => width), rows: joined(found.rows, () => 0) };
}

/** The rollups that a time divides are covered by the next width, the others as they are. */
function cover(
  { from, to }: TimeSpan,
  cuts: readonly Micros[],
  [width, ...narrower]: readonly Seconds[],
  found: { readonly rolled: RolledSpan[]; readonly rows: TimeSpan[] },
): void {
  if (from >= to) return;
  if (width === undefined) {
    found.rows.push({ from, to });
    return;
  }
  const micros = width * 1e6;
  const inside = cuts.filter((cut) => cut > from && cut < to);
  const dividing = [from, ...inside, to].filter((time) => time % micros !== 0);
  let at = from;
  for (const start of new Set(dividing.map((time) => Math.floor(time / micros) * micros))) {
    const divided = { from: Math.max(from, start), to: Math.min(to, start + micros) };
    if (at < divided.from) found.rolled.push({ from: at, to: divided.from, width });
    cover(divided, inside, narrower, found);
    at = divided.to;
  }
  if (at < to) found.rolled.push({ from: at, to, width });
}

/** Joins adjoining spans of one kind. */
function joined<Span extends TimeSpan>(spans: readonly Span[], kindOf: (span: Span) => number): Span[] {
  const inOrder = [...spans].sort((left, right) => kindOf(left) - kindOf(right) || left.from - right.from);
  const result: Span[] = [];
  for (const span of inOrder) {
    const last = result.at(-1);
    if (last !== undefined && kindOf(last) === kindOf(span) && last.to === span.from)
      result[result.length - 1] = { ...last, to: span.to };
    else result.push(span);
  }
  return result;
}
