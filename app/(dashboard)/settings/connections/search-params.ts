import { parseAsBoolean, parseAsString } from "nuqs";

export const connectionsParams = {
  /** The connection in the panes below; defaults to the first one. */
  connection: parseAsString,
  /** The form for a new connection is open. */
  new: parseAsBoolean.withDefault(false),
};
