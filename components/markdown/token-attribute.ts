import type { Token } from "@/lib/markdown/markdown-parser";

/** Returns the value of a token's attribute; an empty text when it has none. */
export const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? "");
