import { parseAsString, parseAsStringLiteral } from "nuqs";

/** The state of the page in the address: the query that was run last, and the values of its parameters as a query string. */
export const sqlParams = {
  sql: parseAsString.withDefault(""),
  values: parseAsString.withDefault(""),
  show: parseAsStringLiteral(["table", "chart"]).withDefault("table"),
};
