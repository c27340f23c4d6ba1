import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";

export const IMPORT_SOURCES = ["files", "weave", "langfuse", "langsmith"] as const;

/** What is imported. */
export type ImportSourceKind = (typeof IMPORT_SOURCES)[number];

export const importParams = {
  from: parseAsStringLiteral(IMPORT_SOURCES).withDefault("files"),
  /** Shows the imports so far instead of a new one. */
  earlier: parseAsBoolean.withDefault(false),
  /** The id of the open one. */
  import: parseAsString,
};
