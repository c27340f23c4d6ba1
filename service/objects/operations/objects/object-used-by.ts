import { pageOf } from "@/service/kernel/checks/page-limits";
import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { findRefs, parseRef } from "@/service/kernel/json/refs";
import type { Handler, Services } from "@/service/traces/handlers/handler";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { rowsReferencing, tablesContainingRows } from "@/service/traces/store/objects/ref-digest-index";
import { versionsWithContents } from "@/service/traces/store/objects/version-selection";

const MAX_USES = 200;

/** The number of contents searched at a time: each may be large. */
const CONTENTS_PER_BATCH = 20;

/** The maximum number of rows with refs that are searched. */
const MAX_ROWS = 5000;

/** The maximum number of refs listed per version. */
const MAX_LISTED_ROW_REFS = 20;

/** The requested version. */
interface Used {
  readonly projectId: string;
  readonly objectId: string;
  readonly digest: string;
}

/** The refs of a content: its own, and those in rows of its tables. */
interface ReferencingVersion {
  readonly refs: Set<string>;
  readonly rowIds: Set<number>;
}

type Stores = Pick<Services, "store" | "objects">;

/** Lists live versions whose content, or rows of whose tables, reference a version, newest first. */
export const findUses: Handler<"obj.usedBy"> = async ({ body }, { store, objects, signal }) => {
  const used = { projectId: body.project_id, objectId: body.object_id, digest: body.digest };
  const { projectId } = used;
  const most = Math.min(pageOf(body).limit ?? MAX_USES, MAX_USES);
  const holdings =
    used.digest === ""
      ? new Map<string, ReferencingVersion>()
      : await referencingContents({ store, objects }, used, signal);
  if (holdings.size === 0) return { uses: [], has_more: false };
  const selection = versionsWithContents([...holdings.keys()], most + 1);
  const versions = await objects.select(projectId, selection, signal);
  return {
    uses: versions.slice(0, most).map((version) => ({
      kind: version.kind,
      object_id: version.objectId,
      digest: version.digest,
      version_index: version.versionIndex,
      is_latest: version.isLatest,
      created_at: toWireTime(version.createdAt),
      base_object_class: version.baseObjectClass || null,
      leaf_object_class: version.leafObjectClass || null,
      refs: [...(holdings.get(version.digest)?.refs ?? [])],
      row_count: holdings.get(version.digest)?.rowIds.size ?? 0,
    })),
    has_more: versions.length > most,
  };
};

/** The contents that use a version, by their digests. */
async function referencingContents({ store, objects }: Stores, used: Used, signal: AbortSignal) {
  const { projectId, digest } = used;
  const yielder = new EventLoopYielder();
  const rowRefs = new Map<number, readonly string[]>();
  for (const { rowId, val } of await rowsReferencing(store, projectId, digest, MAX_ROWS, signal)) {
    const refs = refsTo(val, used);
    if (refs.length > 0) rowRefs.set(rowId, refs);
    await yielder.yieldToEventLoop();
  }
  const tables =
    rowRefs.size === 0
      ? new Map<string, readonly number[]>()
      : await tablesContainingRows(store, projectId, [...rowRefs.keys()], signal);
  const holdings = new Map<string, ReferencingVersion>();
  const candidates = await objects.values.holding(projectId, [digest, ...tables.keys()], signal);
  for (const batch of chunksOf(candidates, CONTENTS_PER_BATCH)) {
    for (const [own, val] of await objects.values.read(projectId, batch, signal)) {
      const refs = new Set(refsTo(val, used));
      const rowIds = new Set(tablesIn(val, projectId).flatMap((table) => tables.get(table) ?? []));
      const ofRows = [...rowIds].flatMap((rowId) => rowRefs.get(rowId) ?? []);
      for (const ref of new Set(ofRows)) if (refs.size < MAX_LISTED_ROW_REFS) refs.add(ref);
      if (refs.size > 0) holdings.set(own, { refs, rowIds });
      await yielder.yieldToEventLoop();
    }
  }
  return holdings;
}

/** The refs of a JSON text to a version or to a part of it. */
function refsTo(json: string, { projectId, objectId, digest }: Used): string[] {
  return findRefs(json).filter((text) => {
    const ref = parseRef(text);
    if (ref === null || ref.project !== projectId) return false;
    return (ref.kind === "object" || ref.kind === "op") && ref.name === objectId && ref.digest === digest;
  });
}

/** The digests of the tables of a project that a JSON text refers to. */
function tablesIn(json: string, projectId: string): string[] {
  return findRefs(json).flatMap((text) => {
    const ref = parseRef(text);
    return ref?.kind === "table" && ref.project === projectId ? [ref.digest] : [];
  });
}
