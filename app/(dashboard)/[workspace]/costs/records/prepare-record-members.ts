import { isLosslessNumber } from "lossless-json";
import { costFields } from "@/lib/api/contract/costs/cost-fields";
import type { CostRecord } from "@/lib/api/contract/costs/costs";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { shiftDecimal } from "@/lib/format/price";

export interface RecordMember {
  readonly name: string;
  /** Null for a null value. */
  readonly text: string | null;
}

/** A readable value: small prices are written without an exponent. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "number") return shiftDecimal(String(value), 0) ?? String(value);
  if (isLosslessNumber(value)) return shiftDecimal(value.value, 0) ?? value.value;
  return stringifyJson(value);
}

/** Returns all members of a record: those of the interface first, in its order, then any others. */
export function recordMembers(record: CostRecord): readonly RecordMember[] {
  const known: readonly string[] = costFields;
  const names = [...known, ...Object.keys(record).filter((name) => !known.includes(name))];
  const members: Readonly<Record<string, unknown>> = record;
  return names.map((name) => ({ name, text: textOf(members[name]) }));
}
