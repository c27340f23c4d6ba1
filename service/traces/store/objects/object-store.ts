import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { NO_OTHERS, type WriteTurns } from "@/service/traces/store/commits/write-turns";
import { BatchedRowWriter } from "@/service/traces/store/engine/batched-row-writer";
import { RevisionClock } from "@/service/traces/store/engine/revision-clock";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { engineTimeOfClock } from "@/service/traces/store/engine/write-clock";
import { ObjectMarks } from "./object-marks";
import { ObjectValues } from "./object-values";
import { isVersionNumber, numberedVersions, type ObjectKind, type StoredObjectVersion } from "./object-versions";

/** A content to publish. `val` is JSON text on one line, stored unchanged. */
export interface NewVersion {
  readonly projectId: string;
  readonly kind: ObjectKind;
  readonly objectId: string;
  readonly digest: string;
  readonly baseObjectClass: string;
  readonly leafObjectClass: string;
  readonly userId: string;
  readonly sizeBytes: number;
  readonly val: string;
}

/** Hears of new versions before they are stored. */
export interface VersionObserver {
  readonly isWanted: (projectId: string) => Promise<boolean>;
  /** @param earlier the revision of the deletion that this version follows; 0 where it was never stored */
  readonly note: (version: NewVersion, revision: number, earlier: number) => Promise<void>;
}

/** The source of a list of versions: conditions on the numbered columns, and an order and a page of our own. */
export interface VersionSelection {
  readonly within: string;
  readonly where: string;
  readonly orderBy: string;
  readonly page: string;
  readonly params: SqlParams;
}

/**
 * The result of a removal: how many versions were removed, or which names match no live version (then nothing was
 * removed).
 */
export type Removal = { readonly removed: number } | { readonly missing: readonly string[] };

/** A version as it is stored. */
export interface VersionRow {
  readonly project_id: string;
  readonly kind: ObjectKind;
  readonly object_id: string;
  readonly digest: string;
  readonly revision: number;
  readonly created_at: string;
  readonly deleted_at: string | null;
  readonly base_object_class: string;
  readonly leaf_object_class: string;
  readonly user_id: string;
  readonly size_bytes: number;
}

const versionColumns = [
  "project_id",
  "kind",
  "object_id",
  "digest",
  "revision",
  "created_at",
  "deleted_at",
  "base_object_class",
  "leaf_object_class",
  "user_id",
  "size_bytes",
] as const;

/** The condition of one version. */
const VERSION_SQL =
  "project_id = {project:String} AND kind = {kind:String} AND object_id = {objectId:String} AND digest = {digest:String}";

/** Maximum number of object names in one query: query parameters are limited in size too. */
const NAMES_PER_BATCH = 1000;

/** The only reader and writer of objects in its process. */
export class ObjectStore {
  readonly values: ObjectValues;
  readonly marks: ObjectMarks;
  /** Set before the first version is published; null for none. */
  observer: VersionObserver | null = null;
  readonly #store: Store;
  readonly #versions: BatchedRowWriter<VersionRow>;
  readonly #clock: RevisionClock;
  readonly #turns: WriteTurns;

  constructor(store: Store, turns: WriteTurns = NO_OTHERS) {
    this.#store = store;
    this.#turns = turns;
    this.#versions = new BatchedRowWriter(store, "object_versions", versionColumns);
    this.#clock = new RevisionClock(store, ["object_versions"], turns.isShared);
    this.values = new ObjectValues(store);
    this.marks = new ObjectMarks(store, turns);
  }

  /** Makes this content the latest version of its object. Resolves when that is on disk. */
  async publish(version: NewVersion): Promise<void> {
    const { projectId, digest, val } = version;
    // The content first: a visible version always has one.
    await this.values.write({ projectId, digest, val });
    await this.#turns.run(() => this.#addVersion(version));
  }

  async #addVersion(version: NewVersion): Promise<void> {
    const { projectId, digest } = version;
    const revision = await this.#clock.next();
    await this.#observe(version, revision);
    await this.#versions.write([
      {
        project_id: projectId,
        kind: version.kind,
        object_id: version.objectId,
        digest,
        revision,
        created_at: engineTimeOfClock(revision),
        deleted_at: null,
        base_object_class: version.baseObjectClass,
        leaf_object_class: version.leafObjectClass,
        user_id: version.userId,
        size_bytes: version.sizeBytes,
      },
    ]);
  }

  /** Programs publish what they use at each start: only what was not there, or was deleted, is a new version. */
  async #observe(version: NewVersion, revision: number): Promise<void> {
    const { observer } = this;
    if (observer === null || !(await observer.isWanted(version.projectId))) return;
    const { projectId: project, kind, objectId, digest } = version;
    const [stored] = await this.#store.read<{ revision: number; isDeleted: 0 | 1 }>({
      sql: `SELECT revision, isNotNull(deleted_at) AS isDeleted FROM object_versions FINAL WHERE ${VERSION_SQL}`,
      params: { project, kind, objectId, digest },
    });
    if (stored === undefined || stored.isDeleted === 1) await observer.note(version, revision, stored?.revision ?? 0);
  }

  /** Returns whether a version was stored with a revision, or later. */
  async hasVersion(
    project: string,
    {
      kind,
      objectId,
      digest,
      revision,
    }: { readonly kind: string; readonly objectId: string; readonly digest: string; readonly revision: number },
  ): Promise<boolean> {
    const [found] = await this.#store.read<{ count: number }>({
      sql: `SELECT count() AS count FROM object_versions WHERE ${VERSION_SQL} AND revision >= {revision:UInt64}`,
      params: { project, kind, objectId, digest, revision },
    });
    return (found?.count ?? 0) > 0;
  }

  /** Stores versions of another store as they were there. Their contents must be stored before. */
  async restore(versions: readonly VersionRow[]): Promise<void> {
    await this.#versions.write(versions);
    this.#clock.readAgain();
  }

  /**
   * Deletes live versions of an object, all or none of those named.
   * @param names digests, `latest` or `v` and an index; null for every live version
   */
  remove(projectId: string, objectId: string, names: readonly string[] | null): Promise<Removal> {
    return this.#turns.run(() => this.#remove(projectId, objectId, names));
  }

  async #remove(projectId: string, objectId: string, names: readonly string[] | null): Promise<Removal> {
    // Anything published from now on has a later revision, and so outlives this removal.
    const revision = await this.#clock.next();
    const versions = await this.versionsOf(projectId, [objectId]);
    const live = versions.filter((version) => version.deletedAt === null && version.revision < revision);
    const missing = (names ?? []).filter((name) => !live.some((version) => isVersionNumber(version, name)));
    if (missing.length > 0 || live.length === 0) return { missing };
    const removed =
      names === null ? live : live.filter((version) => names.some((name) => isVersionNumber(version, name)));
    await this.#versions.write(
      removed.map((version) => ({
        project_id: projectId,
        kind: version.kind,
        object_id: objectId,
        digest: version.digest,
        revision,
        created_at: version.createdAt,
        deleted_at: engineTimeOfClock(revision),
        base_object_class: version.baseObjectClass,
        leaf_object_class: version.leafObjectClass,
        user_id: version.userId,
        size_bytes: version.sizeBytes,
      })),
    );
    return { removed: removed.length };
  }

  /** Returns every version of some objects, including deleted ones. */
  async versionsOf(
    projectId: string,
    objectIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<StoredObjectVersion[]> {
    const versions: StoredObjectVersion[] = [];
    for (const ids of chunksOf([...new Set(objectIds)], NAMES_PER_BATCH)) {
      const rows = await this.#store.read<StoredObjectVersion>({
        sql: numberedVersions("object_id IN {ids:Array(String)}"),
        params: { project: projectId, ids },
        ...(signal && { signal }),
      });
      versions.push(...rows);
    }
    return versions;
  }

  /** Returns the versions of a project that a selection includes, in its order. */
  select(projectId: string, selection: VersionSelection, signal: AbortSignal): Promise<StoredObjectVersion[]> {
    const { within, where, orderBy, page, params } = selection;
    return this.#store.read<StoredObjectVersion>({
      sql: `SELECT * FROM (${numberedVersions(within)}) WHERE ${where} ORDER BY ${orderBy} ${page}`,
      params: { project: projectId, ...params.values() },
      signal,
    });
  }
}
