import { parseAsString } from "nuqs";

/** The provider whose form is open; empty for a new one. */
export const providersParams = { edit: parseAsString };
