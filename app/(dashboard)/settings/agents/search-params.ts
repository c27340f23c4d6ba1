import { parseAsBoolean } from "nuqs";

/** True while the form for a new key is open. */
export const agentsParams = { new: parseAsBoolean.withDefault(false) };
