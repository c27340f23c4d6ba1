import { type SourceApi, SourceRefusedError } from "@/lib/import/source-api/source-api";
import { SourceItems } from "@/lib/import/source-api/source-items";
import { placeAfter, type SourcePlace } from "@/lib/import/source-api/source-place";
import { langsmithItems } from "@/lib/import/sources/langsmith-records";
import { objectOf, objectsIn, textOf } from "@/lib/import/sources/source-record";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";

export interface LangsmithOptions {
  readonly projectId: string;
  /** The name of the project in LangSmith. */
  readonly project: string;
  readonly since: Date | null;
  /** Only runs that began before are read. */
  readonly until: Date;
  readonly onPlace?: (place: SourcePlace) => void;
  /** Reads only the beginning of each list: enough to see what becomes of its records. */
  readonly isSample?: boolean;
  readonly signal?: AbortSignal;
}

type Read = ImportItem | SkippedItem;

const PER_PAGE = 100;
/** Datasets of a sample: the examples of each are a request. */
const SAMPLED_DATASETS = 5;
/** Prompts of a sample, and versions of each, the newest: each version is a request. */
const SAMPLED_PROMPTS = 5;
const SAMPLED_VERSIONS = 5;

const NO_PROMPTS = "This server has no prompts that its API lists.";
const PROMPTS_FORBIDDEN = "The key has no permission to read prompts.";

/** The members of runs that are asked for. Without a choice, the API leaves some of them out. */
const RUN_MEMBERS =
  "id,trace_id,parent_run_id,name,run_type,start_time,end_time,status,error,inputs,outputs,extra,events,tags,dotted_order,session_id,first_token_time,prompt_tokens,completion_tokens,total_tokens,prompt_cost,completion_cost,total_cost,reference_example_id".split(
    ",",
  );

/** Reads a project of LangSmith through its API: the prompts and datasets of its workspace, runs, feedback. */
class LangsmithReader {
  readonly #api: SourceApi;
  readonly #options: LangsmithOptions;
  readonly #items: SourceItems;

  constructor(api: SourceApi, options: LangsmithOptions) {
    this.#api = api;
    this.#options = options;
    this.#items = new SourceItems(langsmithItems, options);
  }

  async *read(): AsyncGenerator<Read> {
    const session = await this.#sessionId();
    yield* this.#prompts();
    yield* this.#datasets();
    yield* this.#runs(session);
    for await (const record of this.#listed("/feedback", { session })) yield* this.#items.of(record, "feedback");
  }

  async #sessionId(): Promise<string> {
    const { project } = this.#options;
    const found = listOf(await this.#api.get("/sessions", { name: project, limit: "1" }), "/sessions");
    const id = found.flatMap((session) =>
      textOf(session, "name") === project ? (textOf(session, "id") ?? []) : [],
    )[0];
    if (id === undefined) {
      throw new SourceRefusedError(`LangSmith has no project ${project} that this key can read.`, 404);
    }
    return id;
  }

  /** Prompts need a permission of their own, and older servers do not list them: then the rest is read. */
  async *#prompts(): AsyncGenerator<Read> {
    let prompts = 0;
    try {
      // All others that are public would come too.
      const query = { is_public: "false", is_archived: "false", has_commits: "true" };
      for await (const repo of this.#listed("/repos", query, { member: "repos" })) {
        prompts += 1;
        if (this.#options.isSample && prompts > SAMPLED_PROMPTS) return;
        const name = textOf(repo, "repo_handle");
        if (name !== null) yield* this.#unlessDeleted(`prompt ${name}`, this.#versions(name));
      }
    } catch (error) {
      const status = error instanceof SourceRefusedError ? error.status : null;
      if (prompts > 0 || (status !== 403 && status !== 404)) throw error;
      yield this.#items.skipped("prompts", status === 403 ? PROMPTS_FORBIDDEN : NO_PROMPTS);
    }
  }

  /** The list has the newest version first and may lack the texts, so each is asked for, from the oldest on. */
  async *#versions(name: string): AsyncGenerator<Read> {
    // The owner of what belongs to the workspace of the key.
    const path = `/commits/-/${encodeURIComponent(name)}`;
    const commits: Members[] = [];
    const limits = this.#options.isSample ? { perPage: SAMPLED_VERSIONS } : {};
    for await (const commit of this.#listed(path, {}, { member: "commits", ...limits })) commits.push(commit);
    for (const commit of commits.toReversed()) {
      const hash = textOf(commit, "commit_hash");
      if (hash === null) continue;
      this.#options.signal?.throwIfAborted();
      const facts = { id: `${name}:${hash}`, repo: name, description: textOf(commit, "description") };
      yield* this.#unlessDeleted(`version ${hash} of the prompt ${name}`, this.#version(`${path}/${hash}`, facts));
    }
  }

  async *#version(path: string, facts: Members): AsyncGenerator<Read> {
    const version = await this.#api.get(path, {});
    if (!isMembers(version)) throw notAPage(path);
    yield* this.#items.of({ ...version, ...facts }, "prompt");
  }

  async *#unlessDeleted(place: string, items: AsyncGenerator<Read>): AsyncGenerator<Read> {
    try {
      yield* items;
    } catch (error) {
      if (!this.#api.isAbsent(error)) throw error;
      yield this.#items.skipped(place, "It was deleted while it was read.");
    }
  }

  /** Examples name their dataset by its id, so that it comes first. */
  async *#datasets(): AsyncGenerator<Read> {
    let datasets = 0;
    for await (const dataset of this.#listed("/datasets", {})) {
      datasets += 1;
      if (this.#options.isSample && datasets > SAMPLED_DATASETS) return;
      yield* this.#items.of(dataset, "dataset");
      const id = textOf(dataset, "id");
      if (id === null) continue;
      for await (const example of this.#listed("/examples", { dataset: id })) yield* this.#items.of(example, "example");
    }
  }

  /** Runs come with the newest first. */
  async *#runs(session: string): AsyncGenerator<Read> {
    const { since, until, isSample } = this.#options;
    const question = {
      ...{ session: [session], select: RUN_MEMBERS, limit: PER_PAGE },
      ...(since === null ? {} : { start_time: since.toISOString() }),
      filter: `lt(start_time, "${until.toISOString()}")`,
    };
    let cursor: string | null = null;
    do {
      this.#options.signal?.throwIfAborted();
      const page: unknown = await this.#api.post("/runs/query", cursor === null ? question : { ...question, cursor });
      if (!isMembers(page)) throw notAPage("/runs/query");
      const runs = listOf(page.runs, "/runs/query");
      for (const run of runs) yield* this.#items.of(run, "run");
      const place = placeAfter(runs, this.#items.count);
      if (place !== null) this.#options.onPlace?.(place);
      if (isSample) return;
      const next = textOf(objectOf(page, "cursors"), "next");
      if (next !== null && next === cursor) throw new Error("/runs/query names the same page again.");
      cursor = next;
    } while (cursor !== null);
  }

  /** Yields the records of a list that is asked for by position. Its answers are lists, or have them under a name. */
  async *#listed(
    path: string,
    query: Readonly<Record<string, string>>,
    { member, perPage = PER_PAGE }: { readonly member?: string; readonly perPage?: number } = {},
  ): AsyncGenerator<Members> {
    for (let offset = 0; ; offset += perPage) {
      this.#options.signal?.throwIfAborted();
      const page = await this.#api.get(path, { ...query, limit: String(perPage), offset: String(offset) });
      const records = listOf(member !== undefined && isMembers(page) ? page[member] : page, path);
      yield* records;
      if (this.#options.isSample || records.length < perPage) return;
    }
  }
}

const notAPage = (path: string) => new Error(`${path} did not answer with a page of records.`);

function listOf(value: unknown, path: string): Members[] {
  if (!Array.isArray(value)) throw notAPage(path);
  return objectsIn(value);
}

/** Yields what a project of LangSmith has, as items of an import, with the newest runs first. */
export function langsmithApiItems(api: SourceApi, options: LangsmithOptions): AsyncGenerator<Read> {
  return new LangsmithReader(api, options).read();
}
