import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { Members } from "@/lib/json/value/members";

/** Rows that are stored, also as a table of their own. */
interface StoredRows {
  readonly digest: string;
  readonly rowDigests: readonly string[];
}

/** The objects and tables of a project, with any transport. Sending anything twice must be harmless. */
export interface ObjectService {
  /** Returns the live versions of an object, the oldest first. */
  versionsOf(objectId: string): Promise<readonly ObjectVersion[]>;
  /** Publishes a version, and returns its digest. */
  publish(objectId: string, value: Members): Promise<string>;
  addTags(objectId: string, digest: string, tags: readonly string[]): Promise<void>;
  /** Points aliases to a version. */
  setAliases(objectId: string, digest: string, aliases: readonly string[]): Promise<void>;
  storeRows(rows: readonly Members[]): Promise<StoredRows>;
  /** Returns the ref of the table of some stored rows. */
  tableOf(rowDigests: readonly string[]): Promise<string>;
  /** Returns the ref of a table by its digest. */
  tableRef(digest: string): string;
}
