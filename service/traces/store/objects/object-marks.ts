import { chunksOf } from "@/service/kernel/concurrency/chunks";
import type { WriteTurns } from "@/service/traces/store/commits/write-turns";
import { BatchedRowWriter } from "@/service/traces/store/engine/batched-row-writer";
import { RevisionClock } from "@/service/traces/store/engine/revision-clock";
import type { Store } from "@/service/traces/store/engine/store";

/** The version of an object that marks belong to. */
export interface MarkedVersion {
  readonly projectId: string;
  readonly objectId: string;
  readonly digest: string;
}

/** The names that users gave a version, each list sorted by name. */
interface Marks {
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
}

export interface TagRow {
  readonly project_id: string;
  readonly object_id: string;
  readonly digest: string;
  readonly tag: string;
  readonly is_removed: 0 | 1;
  readonly revision: number;
  readonly user_id: string;
}

export interface AliasRow {
  readonly project_id: string;
  readonly object_id: string;
  readonly alias: string;
  readonly digest: string;
  readonly is_removed: 0 | 1;
  readonly revision: number;
  readonly user_id: string;
}

const tagColumns = ["project_id", "object_id", "digest", "tag", "is_removed", "revision", "user_id"] as const;
const aliasColumns = ["project_id", "object_id", "alias", "digest", "is_removed", "revision", "user_id"] as const;

/** Maximum number of object names in one query: query parameters are limited in size too. */
const NAMES_PER_BATCH = 1000;

const byName = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

const keyOf = (objectId: string, digest: string) => `${digest} ${objectId}`;

/** The tags and aliases of versions. The caller checks whether a version exists. */
export class ObjectMarks {
  readonly #store: Store;
  readonly #tags: BatchedRowWriter<TagRow>;
  readonly #aliases: BatchedRowWriter<AliasRow>;
  readonly #clock: RevisionClock;
  readonly #turns: WriteTurns;

  constructor(store: Store, turns: WriteTurns) {
    this.#store = store;
    this.#turns = turns;
    this.#tags = new BatchedRowWriter(store, "object_tags", tagColumns);
    this.#aliases = new BatchedRowWriter(store, "object_aliases", aliasColumns);
    this.#clock = new RevisionClock(store, ["object_tags", "object_aliases"], turns.isShared);
  }

  /** Adds tags to a version, or removes them. */
  writeTags(version: MarkedVersion, tags: readonly string[], change: "add" | "remove", userId: string): Promise<void> {
    return this.#turns.run(() => this.#writeTags(version, tags, change, userId));
  }

  async #writeTags(
    { projectId, objectId, digest }: MarkedVersion,
    tags: readonly string[],
    change: "add" | "remove",
    userId: string,
  ): Promise<void> {
    const revision = await this.#clock.next();
    await this.#tags.write(
      [...new Set(tags)].map((tag) => ({
        project_id: projectId,
        object_id: objectId,
        digest,
        tag,
        is_removed: change === "remove" ? 1 : 0,
        revision,
        user_id: userId,
      })),
    );
  }

  /** @param digest the new meaning of the object's aliases; null for none */
  writeAliases(
    projectId: string,
    objectId: string,
    aliases: readonly string[],
    digest: string | null,
    userId: string,
  ): Promise<void> {
    return this.#turns.run(() => this.#writeAliases(projectId, objectId, aliases, digest, userId));
  }

  async #writeAliases(
    projectId: string,
    objectId: string,
    aliases: readonly string[],
    digest: string | null,
    userId: string,
  ): Promise<void> {
    const revision = await this.#clock.next();
    await this.#aliases.write(
      [...new Set(aliases)].map((alias) => ({
        project_id: projectId,
        object_id: objectId,
        alias,
        digest: digest ?? "",
        is_removed: digest === null ? 1 : 0,
        revision,
        user_id: userId,
      })),
    );
  }

  /** Stores tags of another store as they were there. */
  async restoreTags(tags: readonly TagRow[]): Promise<void> {
    await this.#tags.write(tags);
    this.#clock.readAgain();
  }

  /** The same for aliases. */
  async restoreAliases(aliases: readonly AliasRow[]): Promise<void> {
    await this.#aliases.write(aliases);
    this.#clock.readAgain();
  }

  /** Returns the marks of all versions of some objects, by version. */
  async of(projectId: string, objectIds: Iterable<string>, signal?: AbortSignal): Promise<FindMarks> {
    const tags = new Map<string, string[]>();
    const aliases = new Map<string, string[]>();
    const within = "project_id = {project:String} AND object_id IN {ids:Array(String)} AND is_removed = 0";
    for (const ids of chunksOf([...new Set(objectIds)], NAMES_PER_BATCH)) {
      for (const [marks, column, table] of [
        [tags, "tag", "object_tags"],
        [aliases, "alias", "object_aliases"],
      ] as const) {
        const rows = await this.#store.read<{ objectId: string; digest: string; name: string }>({
          sql: `SELECT object_id AS objectId, digest, ${column} AS name FROM ${table} FINAL WHERE ${within}`,
          params: { project: projectId, ids },
          ...(signal && { signal }),
        });
        for (const { objectId, digest, name } of rows) {
          const key = keyOf(objectId, digest);
          marks.set(key, [...(marks.get(key) ?? []), name]);
        }
      }
    }
    return (objectId, digest) => {
      const key = keyOf(objectId, digest);
      return { tags: (tags.get(key) ?? []).sort(byName), aliases: (aliases.get(key) ?? []).sort(byName) };
    };
  }

  /** Returns the digest that an alias of an object means; undefined when there is no such alias. */
  async resolveAlias(
    projectId: string,
    objectId: string,
    alias: string,
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const [row] = await this.#store.read<{ digest: string }>({
      sql: "SELECT digest FROM object_aliases FINAL WHERE project_id = {project:String} AND object_id = {id:String} AND alias = {alias:String} AND is_removed = 0",
      params: { project: projectId, id: objectId, alias },
      ...(signal && { signal }),
    });
    return row?.digest;
  }

  /** Returns the distinct names of the live versions of a project. */
  async names(projectId: string, mark: "tag" | "alias", signal: AbortSignal): Promise<string[]> {
    const table = mark === "tag" ? "object_tags" : "object_aliases";
    const rows = await this.#store.read<{ name: string }>({
      sql: `SELECT DISTINCT ${mark} AS name FROM ${table} FINAL WHERE project_id = {project:String} AND is_removed = 0
        AND (object_id, digest) IN (SELECT object_id, digest FROM object_versions FINAL
          WHERE project_id = {project:String} AND deleted_at IS NULL)
        ORDER BY name`,
      params: { project: projectId },
      signal,
    });
    return rows.map(({ name }) => name);
  }
}

export type FindMarks = (objectId: string, digest: string) => Marks;
