/** The calls of the node that is selected, as positions among all calls of the node. */
export interface StepCalls {
  /** Rows in the order of the tree. */
  readonly rows: Int32Array;
  /** The position of the selected call; -1 if the node does not have it. */
  readonly at: number;
  /** The next failed call after the selected one, from the first again at the end; -1 where none failed. */
  readonly nextErrorRow: number;
}

/** Returns the calls of a node. */
export function stepCalls(
  nodeOf: Int32Array,
  node: number,
  selectedRow: number,
  isFailed: (row: number) => boolean,
): StepCalls {
  const found: number[] = [];
  for (let row = nodeOf.indexOf(node); row >= 0; row = nodeOf.indexOf(node, row + 1)) found.push(row);
  const rows = Int32Array.from(found);
  const after = rows.find((row) => row > selectedRow && isFailed(row)) ?? rows.find(isFailed);
  return { rows, at: rows.indexOf(selectedRow), nextErrorRow: after ?? -1 };
}

/** Returns the next or previous call of the node of a row; -1 at the ends, and for a row without a node. */
export function adjacentInNode(nodeOf: Int32Array, row: number, by: 1 | -1): number {
  const node = nodeOf[row] ?? -1;
  if (node < 0) return -1;
  return by === 1 ? nodeOf.indexOf(node, row + 1) : row === 0 ? -1 : nodeOf.lastIndexOf(node, row - 1);
}
