/** Two slices of the rows that are side by side. */
export interface SlicesChoice {
  /** A member of the rows; null divides them into held-out rows and those that a model was trained on. */
  readonly by: string | null;
  readonly left: string;
  readonly right: string;
}

/** The slices that an address names; a member without values is divided by its largest ones. */
export interface NamedSlices {
  readonly by: string | null;
  readonly left: string | null;
  readonly right: string | null;
}

export const NO_SLICES: NamedSlices = { by: null, left: null, right: null };

/** The slices by lineage, as the service names them: the difference is held out minus trained on. */
export const LINEAGE_SLICES: SlicesChoice = { by: null, left: "trained", right: "held_out" };

/** True when an address puts slices side by side. */
export const areSlicesNamed = ({ by, left }: NamedSlices): boolean => by !== null || left !== null;

/**
 * Returns the slices of an address; a side that it does not name is the largest value that the other side does not have.
 *
 * @param values of the member, those with the most rows first
 * @returns null where no value is left for a side
 */
export function chosenSlices({ by, left, right }: NamedSlices, values: readonly string[]): SlicesChoice | null {
  if (by === null)
    return { ...LINEAGE_SLICES, ...(left === null ? {} : { left }), ...(right === null ? {} : { right }) };
  const first = left ?? values.find((value) => value !== right);
  const second = right ?? values.find((value) => value !== first);
  return first === undefined || second === undefined ? null : { by, left: first, right: second };
}

/** Returns the choice after one side got another value: the value that the other side has changes places with it. */
export function withSide(choice: SlicesChoice, side: "left" | "right", value: string): SlicesChoice {
  const other = side === "left" ? "right" : "left";
  return { ...choice, [other]: choice[other] === value ? choice[side] : choice[other], [side]: value };
}
