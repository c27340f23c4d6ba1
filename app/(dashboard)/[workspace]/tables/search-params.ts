import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { diffKinds } from "@/app/(dashboard)/[workspace]/tables/diff/prepare-table-diff";
import { parseAsSort } from "@/components/table/sort-param";

const ids = parseAsArrayOf(parseAsString).withDefault([]);

/** Everything that changes what the sheet shows stands in the address. */
export const tablesParams = {
  /** Digest of the table; without it the page lists tables. */
  digest: parseAsString.withDefault(""),
  /** `NAME:DIGEST` of the object that the table was opened from. */
  dataset: parseAsString,
  /** The first key counts most. */
  sort: parseAsArrayOf(parseAsSort).withDefault([]),
  /** Digests of rows, separated by commas. */
  rows: parseAsString.withDefault(""),
  /** What loaded rows must hold to be shown: conditions as `prepare-conditions.ts` writes them. */
  only: ids,
  find: parseAsString.withDefault(""),
  /** Rows that are skipped before the first. */
  from: parseAsInteger.withDefault(0),
  /** Rows at most; absent means all. */
  limit: parseAsInteger,
  /** Columns that are hidden, and those that stay while others scroll. */
  hide: ids,
  freeze: ids,
  /** Columns that a person put first, in this order. */
  order: ids,
  /** Groups that are one column, and lists whose items are columns. */
  fold: ids,
  x: ids,
  /** Digest of the table that this one is compared with; it is the side before. */
  base: parseAsString.withDefault(""),
  /** Column by which changed rows are paired; absent means the likeliest one, `-` none. */
  key: parseAsString,
  /** Kinds of differences that are shown. */
  kinds: parseAsArrayOf(parseAsStringLiteral(diffKinds)).withDefault(["added", "removed", "changed", "moved"]),
  /** The cell that is open in the viewer: row number, a blank, column. */
  cell: parseAsString,
};
