import { z } from "zod";
import { missingRows } from "@/lib/api/contract/admin/missing-rows";

/**
 * An exported project is a tar archive. Its first entry describes it, then come the records as lines of JSON, compressed
 * with gzip in pieces (`store/calls/000001.jsonl.gz`), then the bytes of files, payloads and checkpoints. Its last entries
 * are the number of records by section and the SHA-256 of all entries, in the form of `sha256sum`. A file without the last
 * entry is incomplete.
 */
export const ABOUT_ENTRY = "heddle-project.json";

export const COUNTS_ENTRY = "counts.json";

/** Increases when an older version could not import the file. */
export const PROJECT_FORMAT = 1;

export const aboutProject = z.looseObject({
  format: z.int(),
  /** The version of Heddle that wrote it. */
  version: z.string(),
  project_id: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  created_at: z.string(),
  /** What the project lacked when it was exported, because stored data was damaged; absent when nothing. */
  missing: z.array(missingRows).optional(),
});

export type AboutProject = z.infer<typeof aboutProject>;

/** The number of records by section. */
export const projectCounts = z.record(z.string(), z.int().nonnegative());

export type ProjectCounts = z.infer<typeof projectCounts>;

/** The project cannot be exported, or the file cannot be imported; the message is a sentence. */
export class ProjectFileError extends Error {
  override readonly name = "ProjectFileUnusable";
}

/** Which folder of the archive has the bytes of what. */
export const BYTES_FOLDERS = { files: "files/", payloads: "payloads/", checkpoints: "checkpoints/", logs: "logs/" };

const PIECE = /^((?:state|training|store)\/[a-z_]+)\/\d{6}\.jsonl\.gz$/;

/** Returns the section of an entry with records; null for other entries. */
export function sectionOf(entry: string): string | null {
  return PIECE.exec(entry)?.[1] ?? null;
}
