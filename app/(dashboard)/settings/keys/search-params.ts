import { parseAsBoolean } from "nuqs";

/** Whether the form for a new key is open. */
export const keysParams = { new: parseAsBoolean.withDefault(false) };
