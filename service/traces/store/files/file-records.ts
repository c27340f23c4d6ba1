import { BatchedRowWriter } from "@/service/traces/store/engine/batched-row-writer";
import type { Store } from "@/service/traces/store/engine/store";
import { engineTimeOfClock, WriteClock } from "@/service/traces/store/engine/write-clock";

/** A file of a project. */
export interface FileRecord {
  readonly projectId: string;
  readonly digest: string;
  /** The name of its bytes in the blob store. */
  readonly blobName: string;
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly userId: string;
}

const columns = ["project_id", "digest", "blob_name", "size_bytes", "file_name", "created_at", "user_id"] as const;

/** A file as it is stored. */
export type StoredFile = { readonly [Column in (typeof columns)[number]]: string | number };

/** The files of projects, without their bytes. */
export class FileRecords {
  readonly #store: Store;
  readonly #rows: BatchedRowWriter<StoredFile>;
  readonly #clock = new WriteClock();

  constructor(store: Store) {
    this.#store = store;
    this.#rows = new BatchedRowWriter(store, "files", columns);
  }

  /** Resolves when the record is on disk. Its blob must be kept before. */
  async add(record: FileRecord): Promise<void> {
    await this.#rows.write([
      {
        project_id: record.projectId,
        digest: record.digest,
        blob_name: record.blobName,
        size_bytes: record.sizeBytes,
        file_name: record.fileName,
        created_at: engineTimeOfClock(this.#clock.next()),
        user_id: record.userId,
      },
    ]);
  }

  /** Stores records of another store as they were there. Their blobs must be kept before. */
  async restore(records: readonly StoredFile[]): Promise<void> {
    await this.#rows.write(records);
  }

  /** Returns the location of the bytes of a project's file; null when the project has no such file. */
  async find(
    projectId: string,
    digest: string,
    signal?: AbortSignal,
  ): Promise<Pick<FileRecord, "blobName" | "sizeBytes"> | null> {
    const [row] = await this.#store.read<Pick<FileRecord, "blobName" | "sizeBytes">>({
      sql: "SELECT blob_name AS blobName, size_bytes AS sizeBytes FROM files WHERE project_id = {project:String} AND digest = {digest:String} LIMIT 1",
      params: { project: projectId, digest },
      ...(signal && { signal }),
    });
    return row ?? null;
  }
}
