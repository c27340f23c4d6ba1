import type { MissingRows } from "@/lib/api/contract/admin/missing-rows";
import { ContentDamaged } from "@/service/kernel/errors/store-errors";
import type { DamageRecord } from "@/service/traces/store/engine/damage-records";
import type { Store } from "@/service/traces/store/engine/store";
import type { BlobStore } from "@/service/traces/store/files/blob-store";
import type { OtherCheck } from "./damage-watch";

/** A folder of contents, each named by its digest. */
export interface ContentFolder {
  readonly blobs: BlobStore;
  /** The name under which Settings → Storage lists them. */
  readonly table: string;
  /** The projects that have the content. */
  projectsOf(name: string): Promise<readonly string[]>;
}

/** The contents of files that clients uploaded. */
export function fileContents(blobs: BlobStore, store: Store): ContentFolder {
  return {
    ...{ blobs, table: "file_contents" },
    async projectsOf(name) {
      const rows = await store.read<{ project: string }>({
        sql: "SELECT DISTINCT project_id AS project FROM files WHERE blob_name = {name:String} ORDER BY project",
        params: { name },
      });
      return rows.map(({ project }) => project);
    },
  };
}

/** Compares the contents of folders with their digests. Those in a bucket are compared when they are read. */
export function contentCheck(folders: readonly ContentFolder[]): OtherCheck {
  return {
    kind: "content",
    async find(rested) {
      const found: DamageRecord[] = [];
      for (const folder of folders) {
        for (const name of await folder.blobs.names()) {
          const bytes = await damagedBytes(folder.blobs, name);
          if (bytes !== null) found.push(await recordOf(folder, name, bytes));
          await rested();
        }
      }
      return found;
    },
  };
}

/** Returns the size of a content that is not that of its name; null when it is, and when it was removed meanwhile. */
async function damagedBytes(blobs: BlobStore, name: string): Promise<number | null> {
  try {
    await (await blobs.localCopy(name)).release();
    return null;
  } catch (error) {
    if (error instanceof ContentDamaged) return error.sizeBytes;
    if (error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return null;
    throw error;
  }
}

async function recordOf(folder: ContentFolder, name: string, bytes: number): Promise<DamageRecord> {
  const { table } = folder;
  const projects = await folder.projectsOf(name);
  const missing = projects.map(
    (project): MissingRows => ({ project_id: project, table, rows: 1, first: null, last: null }),
  );
  return { kind: "content", table, part: name, bytes, missing };
}
