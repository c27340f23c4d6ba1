/** A row of a table that is stored already. */
export interface StoredItem {
  readonly digest: string;
  /** Bytes of the row as Python writes it. */
  readonly sizeBytes: number;
  readonly rowId: number;
}

/** A row that came with a request; it may be stored all the same. `text` is JSON. */
export interface NewItem {
  readonly digest: string;
  readonly sizeBytes: number;
  readonly text: string;
}

export type TableItem = StoredItem | NewItem;

export const isStored = (item: TableItem): item is StoredItem => "rowId" in item;

/** Six bytes of a digest as a number: what rows are looked for by, before their whole digest is compared. */
export function digestKey(digest: string): number {
  const bytes = Buffer.alloc(6);
  bytes.write(digest, "latin1");
  return bytes.readUIntBE(0, 6);
}
