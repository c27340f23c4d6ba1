import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { GroupCommit } from "@/service/kernel/concurrency/group-commit";
import { StoreError } from "@/service/kernel/errors/store-errors";
import { jsonLine } from "@/service/traces/store/engine/json-line";
import type { Store } from "@/service/traces/store/engine/store";

/** A content of a project. `val` is JSON text on one line. */
export interface ObjectValue {
  readonly projectId: string;
  readonly digest: string;
  readonly val: string;
}

/** Maximum number of digests in one query: query parameters are limited in size too. */
const DIGESTS_PER_BATCH = 1000;

/** The contents of objects, each once per project. */
export class ObjectValues {
  readonly #store: Store;
  readonly #commits: GroupCommit<ObjectValue, undefined>;

  constructor(store: Store) {
    this.#store = store;
    this.#commits = new GroupCommit((group) => this.#writeGroup(group), { sizeOf: ({ val }) => 200 + val.length });
  }

  /** Resolves when the content is on disk, now or since earlier. */
  write(value: ObjectValue): Promise<void> {
    return this.#commits.submit(value);
  }

  /**
   * Returns the contents with these digests, by digest. Every digest of a version has one.
   * @throws StoreError when a content is missing
   */
  async read(projectId: string, digests: Iterable<string>, signal?: AbortSignal): Promise<Map<string, string>> {
    const values = new Map<string, string>();
    const distinctDigests = [...new Set(digests)];
    for (const batch of chunksOf(distinctDigests, DIGESTS_PER_BATCH)) {
      const rows = await this.#store.read<{ digest: string; val: string }>({
        sql: "SELECT digest, val FROM object_values WHERE project_id = {project:String} AND digest IN {batch:Array(String)} LIMIT 1 BY digest",
        params: { project: projectId, batch },
        ...(signal && { signal }),
      });
      for (const { digest, val } of rows) values.set(digest, val);
    }
    const lost = distinctDigests.find((digest) => !values.has(digest));
    if (lost !== undefined) throw new StoreError(`The content ${lost} of a stored version is missing.`);
    return values;
  }

  /**
   * Returns the digests of contents of a project that may contain a ref to one of some digests of objects, ops or
   * tables.
   */
  async holding(projectId: string, refDigests: readonly string[], signal: AbortSignal): Promise<string[]> {
    const matching = new Set<string>();
    for (const batch of chunksOf(refDigests, DIGESTS_PER_BATCH)) {
      const rows = await this.#store.read<{ digest: string }>({
        sql: "SELECT DISTINCT digest FROM object_values WHERE project_id = {project:String} AND hasAny(ref_digests, {batch:Array(String)})",
        params: { project: projectId, batch },
        signal,
      });
      for (const { digest } of rows) matching.add(digest);
    }
    return [...matching];
  }

  async #writeGroup(group: readonly ObjectValue[]): Promise<undefined[]> {
    const fresh = new Map<string, ObjectValue>();
    for (const value of group) fresh.set(`${value.digest} ${value.projectId}`, value);
    for (const projectId of new Set(group.map((value) => value.projectId))) {
      const digests = group.filter((value) => value.projectId === projectId).map(({ digest }) => digest);
      for (const known of await this.#known(projectId, digests)) fresh.delete(`${known} ${projectId}`);
    }
    const lines = [...fresh.values()].map(({ projectId, digest, val }) =>
      jsonLine({ project_id: projectId, digest, val }),
    );
    if (lines.length > 0) {
      const columns = ["project_id", "digest", "val"];
      await this.#store.insert({ table: "object_values", columns, lines: Buffer.from(lines.join("")) });
    }
    return group.map(() => undefined);
  }

  async #known(projectId: string, digests: readonly string[]): Promise<string[]> {
    const known: string[] = [];
    for (const batch of chunksOf(digests, DIGESTS_PER_BATCH)) {
      const rows = await this.#store.read<{ digest: string }>({
        sql: "SELECT DISTINCT digest FROM object_values WHERE project_id = {project:String} AND digest IN {batch:Array(String)}",
        params: { project: projectId, batch },
      });
      known.push(...rows.map(({ digest }) => digest));
    }
    return known;
  }
}
