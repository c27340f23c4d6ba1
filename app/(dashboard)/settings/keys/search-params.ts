import { parseAsBoolean } from "nuqs";

/** True while the form for a new key is open. */
export const keysParams = { new: parseAsBoolean.withDefault(false) };
