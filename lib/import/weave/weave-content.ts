import { numberOf } from "@/lib/import/sources/source-record";
import { IMPORT_CLASS } from "@/lib/import/values/import-class";
import { startedUntil } from "./call-items";
import type { WeaveProject } from "./weave-service";

const VERSIONS_PER_PAGE = 1_000;

/** Versions of objects of one class. */
interface WeaveClassCount {
  /** `Dataset`, `Op`; `object` for values without a class. */
  readonly name: string;
  readonly versions: number;
}

/** What a project has, as far as it says so. */
export interface WeaveContent {
  readonly calls: number;
  readonly objects: readonly WeaveClassCount[];
  /** Null where the service has no feedback, or does not count it. */
  readonly feedback: number | null;
  /** The size of all of it, as it was sent; null where the service does not say it. */
  readonly bytes: number | null;
}

async function feedbackCount({ ask, projectId }: WeaveProject): Promise<number | null> {
  try {
    const { result } = await ask("feedback.query", { project_id: projectId, fields: ["count(*)"] });
    return numberOf(result[0]?.["count(*)"]);
  } catch {
    // Not every service counts feedback. Reading it says whether there is any.
    return null;
  }
}

async function sizeOf({ ask, projectId }: WeaveProject): Promise<number | null> {
  try {
    const sizes = await ask("project.stats", {
      project_id: projectId,
      include_trace_storage_size: true,
      include_object_storage_size: true,
      include_table_storage_size: true,
      include_file_storage_size: true,
    });
    const known = [
      sizes.trace_storage_size_bytes,
      sizes.objects_storage_size_bytes,
      sizes.tables_storage_size_bytes,
      sizes.files_storage_size_bytes,
    ]
      .map(numberOf)
      .filter((size) => size !== null);
    return known.length === 0 ? null : known.reduce((sum, size) => sum + size, 0);
  } catch {
    // An estimate can do without.
    return null;
  }
}

/** Counts what an import would read. */
export async function weaveContent(project: WeaveProject, until: Date, signal?: AbortSignal): Promise<WeaveContent> {
  const { projectId, ask } = project;
  const { count } = await ask("calls.queryStats", { project_id: projectId, query: startedUntil(until) });
  const classes = new Map<string, number>();
  for (let offset = 0; ; offset += VERSIONS_PER_PAGE) {
    signal?.throwIfAborted();
    const { objs } = await ask("objs.query", {
      project_id: projectId,
      metadata_only: true,
      limit: VERSIONS_PER_PAGE,
      offset,
    });
    for (const { kind, leaf_object_class, base_object_class } of objs) {
      if (leaf_object_class === IMPORT_CLASS) continue;
      const name = kind === "op" ? "Op" : leaf_object_class || base_object_class || "object";
      classes.set(name, (classes.get(name) ?? 0) + 1);
    }
    if (objs.length < VERSIONS_PER_PAGE) break;
  }
  const objects = [...classes].map(([name, versions]) => ({ name, versions }));
  return {
    calls: Number(count),
    objects: objects.toSorted((left, right) => right.versions - left.versions),
    feedback: await feedbackCount(project),
    bytes: await sizeOf(project),
  };
}
