import { valuePreview } from "@/lib/chat/value-preview";
import { richValue } from "@/lib/json/media/rich-value";
import { isMembers } from "@/lib/json/value/members";

/** Larger rows are not loaded only to preview them. */
const MAX_ROW_BYTES = 200_000;

const MAX_MEMBERS = 8;

/** One column of the first row. The name is empty for a row that is not an object. */
export interface FirstRowMember {
  readonly name: string;
  readonly text: string;
}

/** Returns the beginning of a row's columns, each in one line; media are named instead of spelled out. */
export function firstRowMembers(val: unknown): readonly FirstRowMember[] {
  if (!isMembers(val)) return [{ name: "", text: memberText(val) }];
  return Object.entries(val)
    .slice(0, MAX_MEMBERS)
    .map(([name, value]) => ({ name, text: memberText(value) }));
}

function memberText(value: unknown): string {
  const rich = richValue(value);
  if (rich?.kind === "media") return rich.files[0]?.kind ?? "file";
  return valuePreview(value);
}

/** Whether the first row of a table is small enough to be loaded; so is one of unknown size. */
export function isFirstRowSmall(rowCount: number | null, byteCount: number | null): boolean {
  if (rowCount === null || byteCount === null) return true;
  return byteCount / Math.max(1, rowCount) <= MAX_ROW_BYTES;
}
