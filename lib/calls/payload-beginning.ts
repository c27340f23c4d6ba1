import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";

/** The first part of a value, or all of a short one. */
export interface PayloadPreview {
  readonly value: unknown;
  readonly isWhole: boolean;
  /** Characters of the full value as JSON; null if the service does not report it. */
  readonly length: number | null;
}

/** Both sides of a call's payload as shown in a summary. */
export interface PayloadPreviews {
  readonly inputs: PayloadPreview;
  readonly output: PayloadPreview;
}

/** Parses the first characters of a value. A null text means a missing value. */
export function payloadPreviewOf(text: string | null, length: number): PayloadPreview {
  if (text === null) return { value: null, isWhole: true, length: 0 };
  // Services count characters, not UTF-16 units.
  const isWhole = [...text].length >= length;
  return { value: isWhole ? parseJson(text) : parseTruncatedJson(text), isWhole, length };
}

/** A value that arrived complete. */
export function completePreview(value: unknown): PayloadPreview {
  return { value: value ?? null, isWhole: true, length: null };
}
