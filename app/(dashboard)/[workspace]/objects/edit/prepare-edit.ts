import { stringify } from "lossless-json";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/failure/error-message";

/** Longer values are not edited in a text field: browsers lay it out for seconds at each key. */
export const MAX_EDITABLE_CHARACTERS = 400_000;

/** A value as indented JSON whose numbers keep their digits. */
export function editableText(value: unknown): string {
  return stringify(value, null, 2) ?? "null";
}

/** What an edited text is: a new value, the value that is stored, or no JSON. */
export type Edited =
  | { readonly kind: "changed"; readonly value: unknown }
  | { readonly kind: "same" }
  | { readonly kind: "broken"; readonly message: string };

/** Reads an edited text. Spaces and line breaks between the parts make no difference. */
export function readEdited(text: string, stored: unknown): Edited {
  try {
    const value = parseJson(text);
    return stringifyJson(value) === stringifyJson(stored) ? { kind: "same" } : { kind: "changed", value };
  } catch (error) {
    // No JSON is one of the things that a person may have typed; the field says why.
    return { kind: "broken", message: errorMessage(error) };
  }
}
