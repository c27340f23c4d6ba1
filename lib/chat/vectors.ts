import { countOf, formatCount } from "@/lib/format/count";
import { isMembers } from "@/lib/json/value/members";
import { jsonInText } from "./json-in-text";

/** Shorter lists of numbers are data that a reader can take in. */
const MIN_NUMBERS = 16;
const MAX_DEPTH = 5;

const MEMBERS = ["data", "embeddings", "embedding", "vector", "vectors", "values", "ai.embedding", "ai.embeddings"];

/**
 * Returns what an embedding is in a few words, `2 vectors of 1,536 numbers`; null for any other value.
 * @param isCut true for the beginning of a value, which does not say how many numbers there are
 */
export function vectorsText(value: unknown, isCut = false): string | null {
  const vectors = vectorsIn(value, 0);
  const [first] = vectors;
  if (first === undefined) return null;
  if (isCut) return "vectors";
  return `${countOf(vectors.length, "vector")} of ${formatCount(first)} numbers`;
}

/** The number of numbers in each vector. */
function vectorsIn(value: unknown, depth: number): readonly number[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === "string") {
    const list = value.startsWith("[") ? jsonInText(value) : undefined;
    return list === undefined ? [] : vectorsIn(list, depth + 1);
  }
  if (Array.isArray(value)) {
    if (value.length >= MIN_NUMBERS && value.every(isNumber)) return [value.length];
    return value.flatMap((item) => vectorsIn(item, depth + 1));
  }
  if (!isMembers(value)) return [];
  const names = Object.keys(value);
  const name = MEMBERS.find((each) => each in value) ?? (names.length === 1 ? names[0] : undefined);
  return name === undefined ? [] : vectorsIn(value[name], depth + 1);
}

/** Numbers that lose digits as a double are kept as objects. */
const isNumber = (item: unknown) =>
  typeof item === "number" || (typeof item === "object" && item !== null && "isLosslessNumber" in item);
