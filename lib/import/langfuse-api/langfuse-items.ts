import type { SourceApi } from "@/lib/import/source-api/source-api";
import { SourceItems } from "@/lib/import/source-api/source-items";
import { placeAfter, type SourcePlace } from "@/lib/import/source-api/source-place";
import { langfuseItems } from "@/lib/import/sources/langfuse-records";
import {
  memberOf,
  numberOf,
  objectOf,
  objectsIn,
  type RecordContext,
  textOf,
} from "@/lib/import/sources/source-record";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";

export interface LangfuseOptions {
  readonly projectId: string;
  readonly since: Date | null;
  /** Only what began before is read, since new records would move the pages. */
  readonly until: Date;
  readonly onPlace?: (place: SourcePlace) => void;
  /** Reads only the beginning of each list: enough to see what becomes of its records. */
  readonly isSample?: boolean;
  readonly signal?: AbortSignal;
}

type Read = ImportItem | SkippedItem;

const OBSERVATION_FIELDS = "core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context";
const OBSERVATIONS_PER_PAGE = "1000";
const RECORDS_PER_PAGE = "100";
/** Prompts of a sample: each version of one is a request. */
const SAMPLED_PROMPTS = 5;

/** The API cuts values of metadata at this length. */
const CUT_LENGTH = 200;
const CUT = "Values of metadata that Langfuse's API cuts at 200 characters are cut here too; an export has them whole.";

/** Reads a project of Langfuse 4 or 3 through its API: prompts, datasets, observations, scores. */
class LangfuseReader {
  readonly #api: SourceApi;
  readonly #options: LangfuseOptions;
  readonly #items: SourceItems;

  constructor(api: SourceApi, options: LangfuseOptions) {
    this.#api = api;
    this.#options = options;
    this.#items = new SourceItems(itemsWithCuts, options);
  }

  async *read(): AsyncGenerator<Read> {
    yield* this.#prompts();
    for await (const record of this.#numbered("/dataset-items", {})) yield* this.#items.of(record, "dataset item");
    yield* this.#calls();
    yield* this.#scores();
  }

  /** The list has no texts, so each version is asked for. */
  async *#prompts(): AsyncGenerator<Read> {
    let prompts = 0;
    for await (const listed of this.#numbered("/v2/prompts", {})) {
      prompts += 1;
      if (this.#options.isSample && prompts > SAMPLED_PROMPTS) return;
      const name = textOf(listed, "name") ?? "";
      const versions = Array.isArray(listed.versions) ? listed.versions.map(numberOf) : [];
      for (const version of versions) {
        if (version === null) continue;
        const place = `version ${version} of the prompt ${name}`;
        try {
          const record = await this.#api.get(`/v2/prompts/${encodeURIComponent(name)}`, { version: String(version) });
          if (isMembers(record)) yield* this.#items.of({ id: `${name} v${version}`, ...record }, "prompt");
        } catch (error) {
          if (!this.#api.isAbsent(error)) throw error;
          yield this.#items.skipped(place, "It was deleted while it was read.");
        }
      }
    }
  }

  async *#calls(): AsyncGenerator<Read> {
    const { since, until } = this.#options;
    const range = { ...(since ? { fromStartTime: since.toISOString() } : {}), toStartTime: until.toISOString() };
    const query = {
      limit: this.#options.isSample ? RECORDS_PER_PAGE : OBSERVATIONS_PER_PAGE,
      fields: OBSERVATION_FIELDS,
      ...range,
    };
    let isRead = false;
    try {
      for await (const page of this.#chained("/v2/observations", query)) {
        isRead = true;
        for (const record of page) yield* this.#items.of(record, "observation");
        // Observations come with the newest first.
        const place = placeAfter(page, this.#items.count);
        if (place !== null) this.#options.onPlace?.(place);
      }
      return;
    } catch (error) {
      if (isRead || !this.#api.isAbsent(error)) throw error;
    }
    // A server of version 3.
    const traces = { ...(since ? { fromTimestamp: since.toISOString() } : {}), toTimestamp: until.toISOString() };
    for await (const record of this.#numbered("/traces", traces)) yield* this.#items.of(record, "trace");
    for await (const record of this.#numbered("/observations", range)) yield* this.#items.of(record, "observation");
  }

  async *#scores(): AsyncGenerator<Read> {
    const query = { limit: RECORDS_PER_PAGE, fields: "details,subject,annotation" };
    let isRead = false;
    try {
      for await (const page of this.#chained("/v3/scores", query)) {
        isRead = true;
        for (const record of page) yield* this.#items.of(record, "score");
      }
      return;
    } catch (error) {
      if (isRead || !this.#api.isAbsent(error)) throw error;
    }
    for await (const record of this.#numbered("/v2/scores", {})) yield* this.#items.of(record, "score");
  }

  /** Yields pages that name the next one. */
  async *#chained(path: string, query: Readonly<Record<string, string>>): AsyncGenerator<Members[]> {
    let cursor: string | null = null;
    do {
      this.#options.signal?.throwIfAborted();
      const page: unknown = await this.#api.get(path, cursor === null ? query : { ...query, cursor });
      const { records, meta } = pageOf(page, path);
      yield records;
      if (this.#options.isSample) return;
      const next = textOf(meta, "cursor");
      if (next !== null && next === cursor) throw new Error(`${path} names the same page again.`);
      cursor = next;
    } while (cursor !== null);
  }

  /** Yields the records of numbered pages. */
  async *#numbered(path: string, query: Readonly<Record<string, string>>): AsyncGenerator<Members> {
    for (let number = 1; ; number += 1) {
      this.#options.signal?.throwIfAborted();
      const page = await this.#api.get(path, { ...query, page: String(number), limit: RECORDS_PER_PAGE });
      const { records, meta } = pageOf(page, path);
      yield* records;
      if (this.#options.isSample) return;
      const last = numberOf(memberOf(meta, "total_pages"));
      if (records.length === 0 || (last !== null && number >= last)) return;
    }
  }
}

function pageOf(value: unknown, path: string): { readonly records: Members[]; readonly meta: Members } {
  if (!isMembers(value) || !Array.isArray(value.data))
    throw new Error(`${path} did not answer with a page of records.`);
  return { records: objectsIn(value.data), meta: objectOf(value, "meta") };
}

const isCut = (record: Members): boolean =>
  Object.values(objectOf(record, "metadata")).some((value) => typeof value === "string" && value.length === CUT_LENGTH);

/** The items of a record; one whose metadata the API has cut says so. */
function itemsWithCuts(record: Members, context: RecordContext): readonly Read[] | null {
  const items = langfuseItems(record, context);
  if (items === null || !isCut(record)) return items;
  return items.map((item) =>
    item.kind === "item"
      ? { ...item, leftOut: [...(item.leftOut ?? []), { reason: CUT, count: 1, filePosition: item.filePosition }] }
      : item,
  );
}

/** Yields what a project of Langfuse has, as items of an import, with the newest observations first. */
export function langfuseApiItems(api: SourceApi, options: LangfuseOptions): AsyncGenerator<Read> {
  return new LangfuseReader(api, options).read();
}
