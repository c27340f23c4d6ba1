/** The members of a call that alignment reads. */
interface NamedCall {
  readonly name: string;
}

/** One line of tool calls: a call of each run, null where a run has none there. */
export type ToolLine<Call extends NamedCall> = readonly (Call | null)[];

/**
 * Aligns the tool calls of runs by name and order: each run's calls keep their order, and calls of one name that several
 * runs make at the same point share a line.
 *
 * @param runs by run, in the order of their starts; null for a run without a trial
 */
export function alignToolCalls<Call extends NamedCall>(
  runs: readonly (readonly Call[] | null)[],
): readonly ToolLine<Call>[] {
  let lines: { readonly name: string; readonly calls: (Call | null)[] }[] = [];
  for (const [run, own] of runs.entries()) {
    const calls = own ?? [];
    const matches = commonPairs(
      lines.map(({ name }) => name),
      calls.map(({ name }) => name),
    );
    const next: typeof lines = [];
    let [line, call] = [0, 0];
    const takeUntil = (lineEnd: number, callEnd: number) => {
      for (; line < lineEnd; line++) next.push(lines[line] ?? emptyLine("", runs.length));
      for (; call < callEnd; call++)
        next.push(withCall(emptyLine(calls[call]?.name ?? "", runs.length), run, calls[call]));
    };
    for (const [matchedLine, matchedCall] of matches) {
      takeUntil(matchedLine, matchedCall);
      next.push(withCall(lines[line] ?? emptyLine("", runs.length), run, calls[call]));
      line++;
      call++;
    }
    takeUntil(lines.length, calls.length);
    lines = next;
  }
  return lines.map(({ calls }) => calls);
}

const emptyLine = <Call>(name: string, runs: number) => ({
  name,
  calls: Array.from<unknown, Call | null>({ length: runs }, () => null),
});

function withCall<Call>(line: { name: string; calls: (Call | null)[] }, run: number, call: Call | undefined) {
  line.calls[run] = call ?? null;
  return line;
}

/** Returns the positions of a longest common subsequence of names. Both lists are short: the calls of one answer. */
function commonPairs(left: readonly string[], right: readonly string[]): [number, number][] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < left.length && column < right.length; ) {
    if (left[row] === right[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}
