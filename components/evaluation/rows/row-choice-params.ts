import { parseAsString, parseAsStringLiteral } from "nuqs";
import { rowParts } from "@/lib/api/contract/evaluations/row-parts";

/** The rows that a page of evaluations counts, in its address. */
export const rowChoiceParams = {
  /** Held out, trained on, or all. */
  rows: parseAsStringLiteral(rowParts).withDefault("held_out"),
  /** A member of the rows, and the value of it that counts. */
  slice: parseAsString,
  value: parseAsString,
};
