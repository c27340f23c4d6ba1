/** The position of a value in its file, for display: "line 3", "lines 4 to 9", "entry 17 of the list". Counted from 1. */
export type FilePosition = string;

/** One JSON value of a file, or the reason why it is invalid. */
export type FileValue =
  | {
      readonly kind: "value";
      readonly filePosition: FilePosition;
      readonly value: unknown;
      /** NaN and infinite numbers, which Python writes: they are null in the value. Absent for none. */
      readonly nonFiniteCount?: number;
    }
  | { readonly kind: "unreadable"; readonly filePosition: FilePosition; readonly reason: string };
