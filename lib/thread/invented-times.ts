import type { Call } from "@/lib/api/contract/calls/calls";

/** True for a call of an imported conversation without timestamps: its times only give its place. */
export function hasInventedTimes({ attributes }: Call): boolean {
  const imported = attributes?.import;
  return (
    typeof imported === "object" &&
    imported !== null &&
    "invented_times" in imported &&
    imported.invented_times === true
  );
}
