import { z } from "zod";
import { integer } from "@/lib/api/contract/scalars/scalars";

/** Rows that results lack, because a part of the store is damaged. */
export const missingRows = z.looseObject({
  /** Null where the project of the rows cannot be read: they may be of any project. */
  project_id: z.string().nullable(),
  table: z.string(),
  /** Null where not even the number can be read. */
  rows: integer.nullable(),
  /** When the first and the last of these calls started; null where that is not known. */
  first: z.string().nullable(),
  last: z.string().nullable(),
});

export type MissingRows = z.infer<typeof missingRows>;

/** The response header with {@link missingRows} of the projects that a request names, as JSON. */
export const MISSING_HEADER = "heddle-missing";

/** More than this says nothing new. */
export const MAX_MISSING = 20;

const missingHeader = z.array(missingRows.strip()).max(MAX_MISSING);

/** Reads {@link MISSING_HEADER}; nothing of a header that has another shape. */
export function missingOf(header: string | null): readonly MissingRows[] {
  try {
    return header === null ? [] : missingHeader.parse(JSON.parse(header));
  } catch {
    return [];
  }
}

/** Returns JSON in the characters of a header. */
export function asciiJson(value: unknown): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replaceAll(/[^\x20-\x7e]/g, escaped);
}
