import { parseAsBoolean } from "nuqs";

/** True while the invitation dialog is open. */
export const membersParams = { invite: parseAsBoolean.withDefault(false) };
