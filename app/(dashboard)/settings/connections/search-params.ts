import { parseAsBoolean, parseAsString } from "nuqs";

export const connectionsParams = {
  /** The connection in the panes below; the first one when absent. */
  connection: parseAsString,
  /** A new one is being filled in. */
  new: parseAsBoolean.withDefault(false),
};
