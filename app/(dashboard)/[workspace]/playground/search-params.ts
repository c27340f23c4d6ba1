import { parseAsString } from "nuqs";

/** What stands in the address: a logged call whose request is opened here. The draft itself is not for an address. */
export const playgroundParams = { call: parseAsString };
