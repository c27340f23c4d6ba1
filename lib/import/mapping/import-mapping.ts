import { z } from "zod";
import type { SourceRecord } from "@/lib/import/values/import-item";

/** A field is filled as the reader of the tool does it, or with nothing; any other choice is a path into attributes. */
export const AS_READ = "read";
export const NOTHING = "none";

/** What becomes of the records of another tool's export, where a person chose something else than its reader. */
export const importMapping = z.object({
  /** Kinds of records that are not stored. See {@link kindOf}. */
  leftOut: z.array(z.string()),
  thread: z.string(),
  user: z.string(),
  tags: z.string(),
  /** Names of scores by the names that the tool gives them; empty for those that are not stored. */
  scores: z.record(z.string(), z.string()),
  /** Calls get other ids than those of the file, so that deleted ones can be imported again. */
  newIds: z.boolean(),
});

export type ImportMapping = z.infer<typeof importMapping>;

export const AS_READ_MAPPING: ImportMapping = {
  leftOut: [],
  thread: AS_READ,
  user: AS_READ,
  tags: AS_READ,
  scores: {},
  newIds: false,
};

/** Distinguishes kinds of records: the same record may become two things. */
export const kindOf = ({ tool, record, becomes }: SourceRecord): string => `${tool}: ${record} → ${becomes}`;

/** Returns whether a person chose what becomes of records. */
export function isMapped({ leftOut, thread, user, tags, scores }: ImportMapping): boolean {
  return leftOut.length + Object.keys(scores).length > 0 || [thread, user, tags].some((choice) => choice !== AS_READ);
}
