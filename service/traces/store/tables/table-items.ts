/** A row of a table that is already stored. */
export interface StoredItem {
  readonly digest: string;
  /** Bytes of the row as Python writes it. */
  readonly sizeBytes: number;
  readonly rowId: number;
}

/** A row from a request; it may already be stored. `text` is JSON. */
export interface NewItem {
  readonly digest: string;
  readonly sizeBytes: number;
  readonly text: string;
}

export type TableItem = StoredItem | NewItem;

export const isStored = (item: TableItem): item is StoredItem => "rowId" in item;

/** Returns six bytes of a digest as a number: rows are found by it before their full digest is compared. */
export function digestKey(digest: string): number {
  const bytes = Buffer.alloc(6);
  bytes.write(digest, "latin1");
  return bytes.readUIntBE(0, 6);
}
