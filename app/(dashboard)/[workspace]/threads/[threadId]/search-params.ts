import { parseAsBoolean, parseAsString } from "nuqs";
import { threadsParams } from "../search-params";

/** The turn that is looked at, and the list that previous and next walk through. */
export const threadParams = {
  turn: parseAsString,
  reasoning: parseAsBoolean.withDefault(true),
  q: threadsParams.q,
  sort: threadsParams.sort,
  offset: threadsParams.offset,
  limit: threadsParams.limit,
};
