import { stringify } from "lossless-json";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";

/** Longer values are not edited in a text field, since browsers take seconds to lay it out after each key. */
export const MAX_EDITABLE_CHARACTERS = 400_000;

/** Returns a value as indented JSON whose numbers keep their digits. */
export function editableText(value: unknown): string {
  return stringify(value, null, 2) ?? "null";
}

/** The state of an edited text: a new value, the stored value, or invalid JSON. */
export type Edited =
  | { readonly kind: "changed"; readonly value: unknown }
  | { readonly kind: "same" }
  | { readonly kind: "broken"; readonly message: string };

/** Parses an edited text. Whitespace between tokens makes no difference. */
export function readEdited(text: string, stored: unknown): Edited {
  try {
    const value = parseJson(text);
    return stringifyJson(value) === stringifyJson(stored) ? { kind: "same" } : { kind: "changed", value };
  } catch (error) {
    // Invalid JSON is a normal state while typing; the field shows the error.
    return { kind: "broken", message: errorMessage(error) };
  }
}
