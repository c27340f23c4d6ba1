import type { ColorRun } from "@/lib/logprobs/color-runs";

const COLORS = {
  key: "text-code-key",
  string: "text-code-string",
  number: "text-code-number",
  boolean: "text-code-bool",
  null: "text-code-null italic",
  punctuation: "text-code-null",
} as const;

/** Begins like a JSON object or list: `{"`, `[ 1`, or so far only the bracket. */
const JSON_START = /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:["[{\]\d-]|true|false|null|$))/;

/** Strings with what follows when they are names; an open one reaches to the end, since text may still come. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?(\s*:)?|-?\d[\d.eE+-]*|true|false|null|[^"\d\w-]+|./gs;

/** Whether a text is JSON as far as it has come. */
export function isJsonLike(text: string): boolean {
  return JSON_START.test(text.slice(0, 200));
}

/** The colours of JSON text that begins outside of a string; it may end anywhere. */
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
