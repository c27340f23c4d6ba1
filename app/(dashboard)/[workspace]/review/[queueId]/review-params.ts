import { parseAsString, parseAsStringLiteral } from "nuqs";

/** The state of a queue's page in the address. */
export const reviewParams = {
  /** Null for the first item that the reader can review. */
  item: parseAsString,
  show: parseAsStringLiteral(["all", "open", "disagree"]).withDefault("all"),
};
