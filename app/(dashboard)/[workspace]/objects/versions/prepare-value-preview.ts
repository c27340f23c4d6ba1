import { isLosslessNumber } from "lossless-json";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";

/** The approximate length of a cell; the rest of a value is not read. */
const MAX_CHARACTERS = 160;

/** Returns the beginning of a value on one line: strings as they are, everything else as JSON. */
export function valuePreview(value: unknown): string {
  if (typeof value === "string") return value.slice(0, MAX_CHARACTERS).replace(/\s+/g, " ");
  const parts: string[] = [];
  write(value, parts, { left: MAX_CHARACTERS });
  return parts.join("").slice(0, MAX_CHARACTERS);
}

function write(value: unknown, parts: string[], budget: { left: number }): void {
  const put = (text: string) => {
    parts.push(text);
    budget.left -= text.length;
  };
  if (typeof value === "string") {
    put(JSON.stringify(value.slice(0, MAX_CHARACTERS)));
    return;
  }
  if (typeof value !== "object" || value === null || isLosslessNumber(value)) {
    put(stringifyJson(value));
    return;
  }
  const isList = Array.isArray(value);
  put(isList ? "[" : "{");
  let isFirst = true;
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    if (budget.left <= 0) return;
    if (!isFirst) put(", ");
    isFirst = false;
    if (!isList) put(`${name}: `);
    write((value as Readonly<Record<string, unknown>>)[name], parts, budget);
  }
  put(isList ? "]" : "}");
}
