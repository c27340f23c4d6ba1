import { parseAsString, parseAsStringLiteral } from "nuqs";
import { rowParts } from "@/lib/api/contract/evaluations/row-parts";
import { DEFAULT_PART } from "@/lib/evaluation/runs/row-choice";

/** The rows that a page of evaluations counts, in its address. */
export const rowChoiceParams = {
  /** Held out, trained on, or all. */
  rows: parseAsStringLiteral(rowParts).withDefault(DEFAULT_PART),
  /** A member of the rows, and the value of it that counts. */
  slice: parseAsString,
  value: parseAsString,
};
