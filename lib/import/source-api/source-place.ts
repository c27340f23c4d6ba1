import { memberOf, utcTime } from "@/lib/import/sources/source-record";
import type { Members } from "@/lib/json/value/members";

/** A place behind which everything is older: an import that stopped continues there. */
export interface SourcePlace {
  /** Items that came before. */
  readonly items: number;
  readonly until: Date;
}

/** Returns the place behind a page of records that comes with the newest first; null where its last one has no time. */
export function placeAfter(page: readonly Members[], items: number): SourcePlace | null {
  const last = page.at(-1);
  const oldest = last && utcTime(memberOf(last, "start_time"));
  // The end of a range is not in it, and times have fractions of a millisecond.
  return oldest ? { items, until: new Date(Date.parse(oldest) + 1) } : null;
}
