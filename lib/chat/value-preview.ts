import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { valueText } from "@/lib/json/value/json-path";
import { isMembers } from "@/lib/json/value/members";

const MAX_LENGTH = 160;
const MAX_TEXT_LENGTH = 60;

/**
 * Returns one line that shows what a value holds: `{ payment_methods: [2], name: "Amir", … }`. Lists and objects inside it
 * are their number of entries.
 */
export function valuePreview(value: unknown): string {
  if (typeof value === "string") return oneLine(value, MAX_LENGTH);
  if (value instanceof LazyValue) return lazyPreview(value);
  if (Array.isArray(value)) return joined("[", value.slice(0, MAX_LENGTH).map(shortText), value.length, "]");
  if (!isMembers(value)) return valueText(value ?? null);
  const names = Object.keys(value);
  const parts = names
    .slice(0, MAX_LENGTH)
    .map((name) => `${oneLine(name, MAX_TEXT_LENGTH)}: ${shortText(value[name])}`);
  return joined("{", parts, names.length, "}");
}

function joined(open: string, parts: readonly string[], count: number, close: string): string {
  if (count === 0) return open + close;
  const shown: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length + 2;
    if (shown.length > 0 && length > MAX_LENGTH) break;
    shown.push(part);
  }
  if (shown.length < count) shown.push("…");
  return `${open} ${shown.join(", ")} ${close}`;
}

function shortText(value: unknown): string {
  if (typeof value === "string") return `"${oneLine(value, MAX_TEXT_LENGTH)}"`;
  if (value instanceof LazyValue) return lazyPreview(value);
  if (Array.isArray(value)) return `[${value.length}]`;
  if (isMembers(value)) return `{${Object.keys(value).length}}`;
  return valueText(value ?? null);
}

function lazyPreview({ facts }: LazyValue): string {
  if (facts.kind === "list") return `[${facts.count}]`;
  if (facts.kind === "object") return `{${facts.count}}`;
  return facts.beginning === "" ? "…" : `"${oneLine(facts.beginning, MAX_TEXT_LENGTH)}"`;
}

/** A text in one line; a longer one ends with dots. */
function oneLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 2)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > maxLength || text.length > maxLength * 2 ? `${line.slice(0, maxLength).trimEnd()}…` : line;
}
