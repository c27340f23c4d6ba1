import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";

/** The first part of a value, which is the whole of a short one. */
export interface PayloadPreview {
  readonly value: unknown;
  readonly isWhole: boolean;
  /** Characters of the whole value as JSON; null where the service does not say. */
  readonly length: number | null;
}

/** Both sides of a call's payload as far as a summary shows them. */
export interface PayloadPreviews {
  readonly inputs: PayloadPreview;
  readonly output: PayloadPreview;
}

/** What can be read of the first characters of a value. No text stands for a value that is not there. */
export function payloadPreviewOf(text: string | null, length: number): PayloadPreview {
  if (text === null) return { value: null, isWhole: true, length: 0 };
  // Services count characters, not the units of UTF-16.
  const isWhole = [...text].length >= length;
  return { value: isWhole ? parseJson(text) : parseTruncatedJson(text), isWhole, length };
}

/** A value that came whole. */
export function completePreview(value: unknown): PayloadPreview {
  return { value: value ?? null, isWhole: true, length: null };
}
