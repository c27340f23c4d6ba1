import type { ColorRun } from "@/lib/logprobs/color-runs";

const COLORS = {
  key: "text-code-key",
  string: "text-code-string",
  number: "text-code-number",
  boolean: "text-code-bool",
  null: "text-code-null italic",
  punctuation: "text-code-null",
} as const;

/** Matches the beginning of a JSON object or list: `{"`, `[ 1`, or only the bracket. */
const JSON_START = /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:["[{\]\d-]|true|false|null|$))/;

/** Matches strings, with the colon when they are names; an unclosed one runs to the end, since more text may arrive. */
const TOKEN = /"(?:[^"\\\n]|\\.)*(?:"(\s*:)?)?|-?\d[\d.eE+-]*|true|false|null|[^"\d\w-]+|./gs;

/** True when a possibly incomplete text is JSON. */
export function isJsonLike(text: string): boolean {
  return JSON_START.test(text.slice(0, 200));
}

/** The colors of JSON text that begins outside a string; it may end anywhere. */
export function jsonColors(text: string): readonly ColorRun[] {
  return [...text.matchAll(TOKEN)].flatMap(([token, colon]): ColorRun[] => {
    if (colon === undefined) return [{ length: token.length, color: COLORS[kindOf(token)] }];
    return [
      { length: token.length - colon.length, color: COLORS.key },
      { length: colon.length, color: COLORS.punctuation },
    ];
  });
}

function kindOf(token: string): keyof typeof COLORS {
  if (token.startsWith('"')) return "string";
  if (/^-?\d/.test(token)) return "number";
  if (token === "true" || token === "false") return "boolean";
  return token === "null" ? "null" : "punctuation";
}
