import { parseAsString, parseAsStringLiteral } from "nuqs";

/** What stands in the address. The draft itself, with its payloads and edits, is not for an address. */
export const newJobParams = {
  source: parseAsStringLiteral(["files", "threads", "traces"]).withDefault("files"),
  /** Threads or calls to begin with, separated by commas; or the name of a list that another page left. */
  threads: parseAsString,
  calls: parseAsString,
  picked: parseAsString,
  view: parseAsStringLiteral(["groups", "rewards"]).withDefault("groups"),
  model: parseAsString.withDefault(""),
};
