import { parseAsBoolean } from "nuqs";

/** Whether the question for an invitation's role is open. */
export const membersParams = { invite: parseAsBoolean.withDefault(false) };
