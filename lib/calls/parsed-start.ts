import { parseTruncatedJson } from "@/lib/json/scan/cut-json";

/**
 * Returns the value of the beginning of a JSON text. A text of the full length may end within a ref, which would then be
 * another one: it is left out.
 *
 * @param maxLength the length at which the text was cut
 */
export function parsedStart(text: string, maxLength: number): unknown {
  const lastRef = text.length < maxLength ? -1 : text.lastIndexOf("weave:///");
  const isCutInside = lastRef >= 0 && !text.slice(lastRef).includes('"');
  return parseTruncatedJson(isCutInside ? `${text.slice(0, lastRef)}…` : text);
}
