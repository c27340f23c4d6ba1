import { shortDigest } from "@/lib/dataset/table-address";
import { countOf } from "@/lib/format/count";

/** A table that trajectories are picked from. */
export interface OpenTable {
  readonly digest: string;
  /** `NAME:DIGEST` of the dataset that it was opened from. */
  readonly dataset: string | null;
  /** Only these rows; empty means all. */
  readonly rowDigests: readonly string[];
}

/** Returns `cases`, or `tbl f5e1a07eaeff`; with the number of rows when only some are used. */
export function tableName({ digest, dataset, rowDigests }: OpenTable): string {
  const colon = dataset?.lastIndexOf(":") ?? -1;
  const name = dataset !== null && colon > 0 ? dataset.slice(0, colon) : `tbl ${shortDigest(digest)}`;
  return rowDigests.length === 0 ? name : `${countOf(rowDigests.length, "row")} of ${name}`;
}
