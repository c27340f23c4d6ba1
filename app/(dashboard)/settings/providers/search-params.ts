import { parseAsString } from "nuqs";

/** The provider whose form is open; empty for a new provider. */
export const providersParams = { edit: parseAsString };
