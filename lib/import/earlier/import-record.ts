import { z } from "zod";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { IMPORT_CLASS } from "@/lib/import/values/import-class";
import type { WeaveProject } from "@/lib/import/weave/weave-service";
import type { Members } from "@/lib/json/value/members";

const integer = z.preprocess(plainNumber, z.number().int().nonnegative());

const storedVersion = z.object({ object_id: z.string(), digest: z.string() });

/** A version of an object that an import stored. */
export type StoredVersion = z.infer<typeof storedVersion>;

const undoReceipt = z.object({
  at: z.string(),
  calls: integer,
  feedback: integer,
  versions: integer,
  /** Calls that stay, since something from elsewhere was added to them or below them. */
  kept_calls: integer,
});

/** What an undo deleted. */
export type UndoReceipt = z.infer<typeof undoReceipt>;

const importRecord = z.object({
  import_id: z.string(),
  /** An import that is `running` and on no page was cut off. */
  state: z.enum(["running", "stopped", "done", "undone"]),
  /** The tool: `Langfuse`. */
  source: z.string(),
  /** The file, the host or the project. */
  from: z.string(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  /** Records that were sent, and the time that it took: the rate of the next import. */
  sent: integer,
  run_ms: integer,
  /** What is stored with the id of this import; null when it was not counted. */
  calls: integer.nullable(),
  feedback: integer.nullable(),
  versions: z.array(storedVersion),
  skipped: integer,
  losses: z.array(z.object({ reason: z.string(), count: integer })),
  undone: undoReceipt.nullable(),
});

export type ImportRecord = z.infer<typeof importRecord>;

/** Returns the name of the object that records an import. */
export const recordName = (importId: string): string => `import-${importId}`;

/** Returns a record as the value of an object. */
export function recordValue(record: ImportRecord): Members {
  return {
    _type: IMPORT_CLASS,
    _class_name: IMPORT_CLASS,
    _bases: ["Object", "BaseModel"],
    name: recordName(record.import_id),
    description: null,
    ...record,
  };
}

/** An import that the project remembers. */
export interface EarlierImport {
  readonly record: ImportRecord;
  /** Who began it, as the service names users; null when unknown. */
  readonly userId: string | null;
}

export interface EarlierImports {
  /** The newest first. */
  readonly imports: readonly EarlierImport[];
  /** Records that this version does not understand. */
  readonly unreadableCount: number;
  /** True when older ones were not read. */
  readonly isCut: boolean;
}

/** An import has a version for its beginning, its end, and what happened since. */
const VERSIONS_READ = 1_000;

/** Reads the imports of a project. */
export async function earlierImports({
  projectId,
  ask,
}: Pick<WeaveProject, "projectId" | "ask">): Promise<EarlierImports> {
  const { objs } = await ask("objs.query", {
    project_id: projectId,
    filter: { base_object_classes: [IMPORT_CLASS] },
    sort_by: [{ field: "created_at", direction: "desc" }],
    limit: VERSIONS_READ,
  });
  const byName = new Map<string, typeof objs>();
  for (const version of objs) {
    if (version.deleted_at) continue;
    byName.set(version.object_id, [...(byName.get(version.object_id) ?? []), version]);
  }
  const imports: EarlierImport[] = [];
  let unreadableCount = 0;
  for (const versions of byName.values()) {
    const inOrder = versions.toSorted((left, right) => Number(left.version_index) - Number(right.version_index));
    const { success, data } = importRecord.safeParse(inOrder.at(-1)?.val);
    if (success) imports.push({ record: data, userId: inOrder[0]?.svc_user_id ?? null });
    else unreadableCount += 1;
  }
  imports.sort((left, right) => Date.parse(right.record.started_at) - Date.parse(left.record.started_at));
  return { imports, unreadableCount, isCut: objs.length === VERSIONS_READ };
}

/** Reads the record of one import; null when there is none. */
export async function findImport(
  { projectId, ask }: Pick<WeaveProject, "projectId" | "ask">,
  importId: string,
): Promise<ImportRecord | null> {
  const { objs } = await ask("objs.query", {
    project_id: projectId,
    filter: { object_ids: [recordName(importId)], latest_only: true },
    limit: 1,
  });
  const [latest] = objs;
  if (!latest || latest.deleted_at) return null;
  const { success, data } = importRecord.safeParse(latest.val);
  return success ? data : null;
}
