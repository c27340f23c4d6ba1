import { KINDS, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

const MODEL = KINDS.indexOf("llm");
const TOOL = KINDS.indexOf("tool");

/** The calls of a trace that form its conversation, in tree order. Numbers are indexes in this list. */
export interface TranscriptSteps {
  readonly count: number;
  /** The row of each step. */
  readonly rows: Int32Array;
  /** 1 for tool calls; others are read as conversations. */
  readonly isTool: Uint8Array;
  /** The nearest earlier conversation under the same parent, whose history a step may repeat; -1 for none. */
  readonly previousAdjacent: Int32Array;
  /** The nearest earlier conversation anywhere; -1 for none. */
  readonly previous: Int32Array;
  readonly modelCount: number;
  readonly toolCount: number;
}

/**
 * Model and tool calls; where a trace has no model call, its top-level calls are used instead, since they contain the
 * only messages.
 */
export function transcriptSteps(skeleton: TraceSkeleton): TranscriptSteps {
  const hasModels = skeleton.kind.subarray(0, skeleton.count).includes(MODEL);
  const stepRows: number[] = [];
  for (let row = 0; row < skeleton.count; row += 1) {
    const isStep = skeleton.kind[row] === TOOL || isConversation(skeleton, row, hasModels);
    if (isStep && !isTwin(skeleton, row)) stepRows.push(row);
  }
  const rows = Int32Array.from(stepRows);
  const isTool = Uint8Array.from(rows, (row) => Number(skeleton.kind[row] === TOOL));
  const toolCount = isTool.reduce((sum, one) => sum + one, 0);
  return {
    count: rows.length,
    rows,
    isTool,
    ...previousOf(skeleton, rows, isTool),
    toolCount,
    modelCount: rows.length - toolCount,
  };
}

/** True inside the same step of another instrumentation: a client inside a wrapper, a server inside the call of its tool. */
function isTwin(skeleton: TraceSkeleton, row: number): boolean {
  let above = skeleton.parent[row] ?? -1;
  while (above >= 0 && skeleton.kind[above] !== MODEL && skeleton.kind[above] !== TOOL)
    above = skeleton.parent[above] ?? -1;
  if (above < 0 || skeleton.kind[above] !== skeleton.kind[row]) return false;
  return skeleton.kind[row] === MODEL || skeleton.name[above] === skeleton.name[row];
}

function isConversation(skeleton: TraceSkeleton, row: number, hasModels: boolean): boolean {
  return hasModels ? skeleton.kind[row] === MODEL : skeleton.parent[row] === -1;
}

function previousOf(skeleton: TraceSkeleton, rows: Int32Array, isTool: Uint8Array) {
  const previous = new Int32Array(rows.length).fill(-1);
  const previousAdjacent = new Int32Array(rows.length).fill(-1);
  const lastUnder = new Map<number, number>();
  let last = -1;
  for (const [step, row] of rows.entries()) {
    const parent = skeleton.parent[row] ?? -1;
    previous[step] = last;
    previousAdjacent[step] = lastUnder.get(parent) ?? -1;
    if (isTool[step] === 1) continue;
    last = step;
    lastUnder.set(parent, step);
  }
  return { previous, previousAdjacent };
}

/** Returns the step of a row, or of the nearest step after it; -1 if none follows. */
export function stepOfRow({ rows }: TranscriptSteps, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low < rows.length ? low : -1;
}

/** Maximum number of tool calls considered between a conversation and the previous one. */
const MAX_TOOL_CALLS = 40;

/**
 * Returns the steps whose payloads must be loaded to show a step without repetition: itself, and those it may repeat.
 */
export function stepsNeeded(steps: TranscriptSteps, step: number): readonly number[] {
  if (steps.isTool[step] === 1) return [step];
  return [step, ...stepHistories(steps, step), ...toolsBefore(steps, step)];
}

/** Conversations that a step may repeat, most likely first. */
export function stepHistories(steps: TranscriptSteps, step: number): readonly number[] {
  const beside = steps.previousAdjacent[step] ?? -1;
  const before = steps.previous[step] ?? -1;
  return [...new Set([beside, before])].filter((one) => one >= 0);
}

/** Tool calls between a conversation and the previous one: their results may be in its input. */
export function toolsBefore(steps: TranscriptSteps, step: number): readonly number[] {
  const tools: number[] = [];
  for (let at = step - 1; at >= 0 && steps.isTool[at] === 1 && tools.length < MAX_TOOL_CALLS; at -= 1) tools.push(at);
  return tools.reverse();
}
