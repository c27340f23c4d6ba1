import { parseJson } from "@/lib/api/contract/scalars/json-text";

/** A longer text is shown as text: reading it would delay the page. */
const MAX_LENGTH = 1_000_000;

/** The list or object that a text is; undefined for any other text. */
export function jsonInText(text: string): unknown {
  if (text.length > MAX_LENGTH || !/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text.slice(-100))) return undefined;
  try {
    return parseJson(text);
  } catch {
    // Prose between brackets, or JSON that was cut: shown as it was written.
    return undefined;
  }
}
