import type { SideNode } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import type { AlignedRow } from "./prepare-alignment";
import type { CallSummary } from "./prepare-call-summary";

/**
 * How a call of a column compares with the call of the base.
 *
 * `gone`: only the base has it; `new`: only the column has it; `moved`: its position differs; `unread`: payloads are
 * not read yet, or cannot be.
 */
export type ComparisonMark = "same" | "wording" | "action" | "gone" | "new" | "moved" | "unread" | "none";

export interface RowComparison {
  /** The mark of the pair itself. */
  readonly own: ComparisonMark;
  /** The mark including everything below: shown on a collapsed row. */
  readonly withDescendants: ComparisonMark;
}

/** Higher values are more significant differences. */
const WEIGHTS: Record<ComparisonMark, number> = {
  none: 0,
  same: 0,
  unread: 1,
  wording: 2,
  moved: 3,
  gone: 4,
  new: 4,
  action: 4,
};

/** True when a mark is a difference; with `areWordsCounted` off, a different wording is not. */
export function isDifference(mark: ComparisonMark, areWordsCounted: boolean): boolean {
  if (mark === "wording") return areWordsCounted;
  return WEIGHTS[mark] > WEIGHTS.wording;
}

/**
 * The marks of one column against the base, by row.
 *
 * @param summaryOf summarizes what a call did; null while it is not read
 */
export function markRows(
  rows: readonly AlignedRow[],
  base: number,
  column: number,
  summaryOf: (node: SideNode) => CallSummary | null,
): readonly RowComparison[] {
  const own = rows.map((row) => markPair(row, base, column, summaryOf));
  const withDescendants = [...own];
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const parent = rows[index]?.parent ?? -1;
    const [inner, above] = [withDescendants[index], withDescendants[parent]];
    if (inner === undefined || above === undefined) continue;
    const containment = WEIGHTS[inner] > WEIGHTS.wording ? "action" : inner;
    if (WEIGHTS[containment] > WEIGHTS[above]) withDescendants[parent] = containment;
  }
  return rows.map((_, index) => ({ own: own[index] ?? "none", withDescendants: withDescendants[index] ?? "none" }));
}

function markPair(
  { members, movedTo }: AlignedRow,
  base: number,
  column: number,
  summaryOf: (node: SideNode) => CallSummary | null,
): ComparisonMark {
  const [left, right] = [members[base], members[column]];
  if (!left && !right) return "none";
  if (movedTo[column]) return "moved";
  if (!left) return "new";
  if (!right) return "gone";
  if (left.status !== right.status && (left.status === "error" || right.status === "error")) return "action";
  if (left.call === null || right.call === null) return "same";
  const [did, does] = [summaryOf(left), summaryOf(right)];
  if (did === null || does === null) return "unread";
  if (did.action !== does.action) return "action";
  if (did.wording !== does.wording) return "wording";
  // The parts that were read are equal; the rest is unknown.
  return did.isCut || does.isCut ? "unread" : "same";
}

/**
 * Rows whose pair, or one below it, differs: the targets of `next difference`. A row whose difference is only below it
 * is not a target.
 */
export function differencesOf(marks: readonly RowComparison[], areWordsCounted: boolean): readonly number[] {
  return marks.flatMap(({ own }, index) => (isDifference(own, areWordsCounted) ? [index] : []));
}

export interface MarkCounts {
  readonly same: number;
  readonly wording: number;
  readonly action: number;
  readonly onlyOnOneSide: number;
  readonly moved: number;
  readonly unread: number;
}

/** The number of rows with each mark of their own. */
export function countMarks(marks: readonly RowComparison[]): MarkCounts {
  const count = (...wanted: ComparisonMark[]) => marks.filter(({ own }) => wanted.includes(own)).length;
  return {
    same: count("same"),
    wording: count("wording"),
    action: count("action"),
    onlyOnOneSide: count("gone", "new"),
    moved: count("moved"),
    unread: count("unread"),
  };
}

/** The first row in which two sides do different things, and how. */
export interface Divergence {
  readonly row: number;
  readonly text: string;
}

/** Null while no difference is found. Parents reflect their children, so the first row without children counts. */
export function firstDivergence(
  rows: readonly AlignedRow[],
  marks: readonly RowComparison[],
  names: { base: number; column: number; letters: readonly [string, string] },
  summaryOf: (node: SideNode) => CallSummary | null,
): Divergence | null {
  const index = marks.findIndex(({ own }, at) => {
    const isAction = own === "action" || own === "gone" || own === "new" || own === "moved";
    const isParent = (rows[at]?.childCount ?? 0) > 0;
    return isAction && (!isParent || own !== "action");
  });
  const row = rows[index];
  if (!row) return null;
  const [letter, other] = names.letters;
  const [left, right] = [row.members[names.base] ?? null, row.members[names.column] ?? null];
  if (left && right) return { row: index, text: pairText(left, right, letter, other, summaryOf) };
  const only = left ?? right;
  const [has, lacks] = left ? [letter, other] : [other, letter];
  const isMoved = marks[index]?.own === "moved";
  const rest = isMoved ? `${lacks} does so at another position` : `${lacks} does not`;
  return { row: index, text: `${has} calls ${only?.name ?? ""} here, ${rest}.` };
}

function pairText(
  left: SideNode,
  right: SideNode,
  letter: string,
  other: string,
  summaryOf: (node: SideNode) => CallSummary | null,
): string {
  if (left.status !== right.status) {
    const [failed, succeeded] = left.status === "error" ? [letter, other] : [other, letter];
    if (left.status === "error" || right.status === "error")
      return `${left.name} fails in ${failed} but not in ${succeeded}.`;
  }
  if (left.kind !== "llm") return `${letter} and ${other} call ${left.name} with different inputs.`;
  const [step, otherStep] = [stepText(summaryOf(left)), stepText(summaryOf(right))];
  if (step === otherStep) return `${letter} and ${other} ${step.replace(/^asks/, "ask")} with different arguments.`;
  return `${letter} ${step}, ${other} ${otherStep}.`;
}

/** The next action of a model. */
function stepText(summary: CallSummary | null): string {
  if (summary === null || summary.action === "") return "answers";
  return `asks for ${summary.action
    .split("\n")
    .map((request) => request.slice(0, request.indexOf("(")))
    .join(" and ")}`;
}
