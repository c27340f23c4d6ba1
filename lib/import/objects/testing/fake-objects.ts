import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ObjectService } from "@/lib/import/objects/object-service";

type Stored = ObjectVersion & { tags: string[]; aliases: string[] };

/** Objects in memory, addressed by their content. A content that is published again becomes the newest, as in services. */
export function fakeObjects() {
  const objects = new Map<string, Stored[]>();
  const rows = new Map<string, unknown>();
  const tables = new Map<string, readonly string[]>();
  const requests: string[] = [];
  const versionOf = (objectId: string, digest: string) => {
    const found = objects.get(objectId)?.find((version) => version.digest === digest);
    if (!found) throw new Error(`${objectId} has no version ${digest}`);
    return found;
  };
  const tableRef = (digest: string) => `weave:///e/p/table/${digest}`;
  const service: ObjectService = {
    tableRef,
    async versionsOf(objectId) {
      return structuredClone(objects.get(objectId) ?? []);
    },
    async publish(objectId, val) {
      requests.push(`publish ${objectId}`);
      const digest = stringifyJson(val);
      const others = (objects.get(objectId) ?? []).filter((version) => version.digest !== digest);
      const version: Stored = {
        project_id: "e/p",
        object_id: objectId,
        created_at: "2026-11-20T12:00:00Z",
        digest,
        version_index: others.length,
        is_latest: 1,
        kind: "object",
        val,
        tags: [],
        aliases: [],
      };
      objects.set(objectId, [...others, version]);
      return digest;
    },
    async addTags(objectId, digest, tags) {
      versionOf(objectId, digest).tags.push(...tags);
    },
    async setAliases(objectId, digest, aliases) {
      for (const version of objects.get(objectId) ?? []) {
        version.aliases = version.aliases.filter((alias) => !aliases.includes(alias));
      }
      versionOf(objectId, digest).aliases.push(...aliases);
    },
    async storeRows(list) {
      requests.push(`rows ${list.length}`);
      const digests = list.map((row) => stringifyJson(row));
      for (const [at, digest] of digests.entries()) rows.set(digest, list[at]);
      const digest = `t${digests.join()}`;
      tables.set(tableRef(digest), digests);
      return { digest, rowDigests: digests };
    },
    async tableOf(digests) {
      requests.push(`table ${digests.length}`);
      const ref = tableRef(`t${digests.join()}`);
      tables.set(ref, digests);
      return ref;
    },
  };
  return {
    service,
    requests,
    versions: (objectId: string) => objects.get(objectId) ?? [],
    names: () => [...objects.keys()],
    /** The rows of a dataset's newest version. */
    rowsOf: (objectId: string) => {
      const value = objects.get(objectId)?.at(-1)?.val as { rows: string } | undefined;
      return (tables.get(value?.rows ?? "") ?? []).map((digest) => rows.get(digest));
    },
  };
}
