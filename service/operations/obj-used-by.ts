import type { Handler } from "@/service/http/handler";
import { findRefs, parseRef } from "@/service/json/refs";
import { Breather } from "@/service/operations/breather";
import { pageOf } from "@/service/operations/page-limits";
import { chunksOf } from "@/service/store/chunks";
import { SqlParams } from "@/service/store/sql-params";
import { toWireTime } from "@/service/store/timestamps";

const MOST_USES = 200;

/** Contents are looked through this many at a time: each may be large. */
const CONTENTS_AT_ONCE = 20;

/** Lists live versions whose content holds a ref to a version, newest first. */
export const findUses: Handler<"obj.usedBy"> = async ({ body }, { objects, signal }) => {
  const { project_id: projectId, object_id: objectId, digest } = body;
  const most = Math.min(pageOf(body).limit ?? MOST_USES, MOST_USES);
  const breather = new Breather();
  // A digest is plain letters and digits, so it stands in a text as it is; a name may be escaped.
  const candidates = digest === "" ? [] : await objects.values.holding(projectId, digest, signal);
  const refs = new Map<string, readonly string[]>();
  for (const some of chunksOf(candidates, CONTENTS_AT_ONCE)) {
    for (const [own, val] of await objects.values.read(projectId, some, signal)) {
      const found = findRefs(val).filter((text) => isRefTo(text, projectId, objectId, digest));
      if (found.length > 0) refs.set(own, found);
      await breather.breathe();
    }
  }
  if (refs.size === 0) return { uses: [], has_more: false };
  const params = new SqlParams();
  const digests = params.bind([...refs.keys()], "Array(String)");
  const versions = await objects.select(
    projectId,
    {
      within: `object_id IN (SELECT object_id FROM object_versions WHERE project_id = {project:String} AND digest IN ${digests})`,
      where: `deletedAt IS NULL AND digest IN ${digests}`,
      orderBy: "createdAt DESC, objectId",
      page: `LIMIT ${params.bind(most + 1, "UInt64")}`,
      params,
    },
    signal,
  );
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
      refs: [...(refs.get(version.digest) ?? [])],
    })),
    has_more: versions.length > most,
  };
};

function isRefTo(text: string, projectId: string, objectId: string, digest: string): boolean {
  const ref = parseRef(text);
  if (ref === null || ref.project !== projectId) return false;
  return (ref.kind === "object" || ref.kind === "op") && ref.name === objectId && ref.digest === digest;
}
