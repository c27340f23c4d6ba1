import { parseAsStringLiteral } from "nuqs";

export const IMPORT_SOURCES = ["files", "weave", "langfuse"] as const;

/** What is imported. */
export type ImportSourceKind = (typeof IMPORT_SOURCES)[number];

export const importParams = { from: parseAsStringLiteral(IMPORT_SOURCES).withDefault("files") };
