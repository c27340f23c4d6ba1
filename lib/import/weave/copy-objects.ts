import { v5 as uuidv5 } from "uuid";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { objectService } from "@/lib/import/import-service";
import type { ObjectService } from "@/lib/import/objects/object-service";
import { IMPORT_CLASS } from "@/lib/import/values/import-class";
import { isMembers, type Members } from "@/lib/json/value/members";
import { pagedLines } from "./paged-lines";
import type { RefMap } from "./ref-map";
import type { WeaveProject, WeaveTarget } from "./weave-service";
import type { WeaveTally } from "./weave-tally";

/** Versions with their contents in one response. */
const VERSIONS_PER_PAGE = 50;
const ROWS_PER_PAGE = 5_000;
/** Rows in one request, whatever their size. */
const ROWS_PER_REQUEST = 1_000;
const REQUEST_CHARACTERS = 4_000_000;

/** A namespace only for comparing contents. */
const CONTENTS = "2f1c8f0a-6f7e-4f5b-9a39-0f0c9f9f7a11";

const OLDEST_FIRST = [{ field: "created_at", direction: "asc" as const }];
const OBJECTS_UNSUPPORTED = "The service stores no objects and tables, so only calls and feedback are imported.";
const TABLE_LOST = "A table of an object could not be copied; the object names it all the same.";
const FILE_LOST = "A file of an object could not be copied; the object names it all the same.";
const MARKS_UNSUPPORTED = "The service has no tags and aliases.";

/** A value with the members of its objects in one order, whatever order a service returns. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)]),
  );
}

const contentId = (value: unknown) => uuidv5(stringifyJson(inOrder(value)), CONTENTS);

/** The files of the custom types in a value: digests by name. */
function filesIn(value: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (Array.isArray(part)) waiting.push(...part);
    else if (isMembers(part)) {
      if (part._type === "CustomWeaveType" && isMembers(part.files)) {
        for (const [name, digest] of Object.entries(part.files))
          if (typeof digest === "string") found.set(digest, name);
      }
      waiting.push(...Object.values(part));
    }
  }
  return found;
}

interface CopyContext {
  readonly source: WeaveProject;
  readonly target: WeaveTarget;
  readonly refs: RefMap;
  readonly tally: WeaveTally;
  readonly signal?: AbortSignal;
  readonly waitsMs?: readonly number[];
}

/** Copies versions of objects in the order in which they were made, so that what a value names is there before it. */
class ObjectCopier {
  readonly #context: CopyContext;
  readonly #objects: ObjectService;
  /** Of each object of the other project, the digests of its versions here by their content. */
  readonly #present = new Map<string, Map<string, string>>();
  readonly #files = new Map<string, string>();
  #hasMarks = true;

  constructor(context: CopyContext) {
    this.#context = context;
    const { target } = context;
    this.#objects = objectService(target.stored.projectId, target.call);
  }

  async copy(version: ObjectVersion): Promise<void> {
    const { refs, tally } = this.#context;
    const text = stringifyJson(version.val);
    for (const digest of refs.tablesIn(text)) await this.#tryTable(version.object_id, digest);
    const value = parseJson(await this.#withFiles(refs.rewritten(text), version.val)) as Members;
    const present = await this.#presentOf(version.object_id);
    const id = contentId(value);
    const known = present.get(id);
    const digest = known ?? (await this.#objects.publish(version.object_id, value));
    present.set(id, digest);
    refs.versions.set(`${version.object_id}:${version.digest}`, digest);
    if (known === undefined) await this.#mark(version, digest);
    tally.add("objects", known === undefined ? { read: 1, stored: 1 } : { read: 1, present: 1 });
  }

  async #presentOf(objectId: string): Promise<Map<string, string>> {
    const known = this.#present.get(objectId);
    if (known) return known;
    const versions = await this.#objects.versionsOf(objectId);
    const present = new Map(versions.map(({ val, digest }) => [contentId(val), digest]));
    this.#present.set(objectId, present);
    return present;
  }

  async #mark({ object_id, tags, aliases }: ObjectVersion, digest: string): Promise<void> {
    const named = aliases?.filter((alias) => alias !== "latest") ?? [];
    if (!this.#hasMarks) return;
    try {
      if (tags && tags.length > 0) await this.#objects.addTags(object_id, digest, tags);
      if (named.length > 0) await this.#objects.setAliases(object_id, digest, named);
    } catch (error) {
      if (!this.#context.target.stored.isUnsupported(error)) throw error;
      this.#hasMarks = false;
      this.#context.tally.losses.add(MARKS_UNSUPPORTED, object_id);
    }
  }

  /** Returns a text whose files are there: their digests are those of their bytes, which services may write differently. */
  async #withFiles(text: string, value: unknown): Promise<string> {
    const { source, target, tally } = this.#context;
    let replaced = text;
    for (const [digest, name] of filesIn(value)) {
      try {
        const stored = this.#files.get(digest) ?? (await target.storeFile(name, await source.readFile(digest)));
        this.#files.set(digest, stored);
        if (stored !== digest) replaced = replaced.replaceAll(`"${digest}"`, `"${stored}"`);
      } catch (error) {
        if (!source.isUnsupported(error) && !target.isRefusal(error)) throw error;
        tally.losses.add(FILE_LOST, name);
      }
    }
    return replaced;
  }

  async #tryTable(objectId: string, digest: string): Promise<void> {
    const { source, tally, signal } = this.#context;
    try {
      await this.#copyTable(digest);
    } catch (error) {
      if (signal?.aborted || source.mayPass(error)) throw error;
      tally.losses.add(TABLE_LOST, objectId);
    }
  }

  async #copyTable(digest: string): Promise<void> {
    const { source, refs, signal, waitsMs } = this.#context;
    if (refs.tables.has(digest)) return;
    const table: TableCopy = { digests: [], waiting: [], characters: 0, tableDigest: null };
    const bodyOf = (page: { limit: number; offset: number }) => ({ project_id: source.projectId, digest, ...page });
    const options = { pageSize: ROWS_PER_PAGE, ...(signal ? { signal } : {}), ...(waitsMs ? { waitsMs } : {}) };
    for await (const line of pagedLines(source, "table.queryStream", bodyOf, options)) {
      const row = parseJson(refs.rewritten(line));
      if (!isMembers(row) || !isMembers(row.val)) continue;
      const isFull = table.waiting.length >= ROWS_PER_REQUEST || table.characters + line.length > REQUEST_CHARACTERS;
      if (isFull) await this.#sendRows(table);
      table.waiting.push({ before: String(row.digest), value: row.val });
      table.characters += line.length;
    }
    if (table.waiting.length > 0 || table.digests.length === 0) await this.#sendRows(table);
    refs.tables.set(digest, table.tableDigest ?? digestIn(await this.#objects.tableOf(table.digests)));
  }

  async #sendRows(table: TableCopy): Promise<void> {
    const { digest, rowDigests } = await this.#objects.storeRows(table.waiting.map(({ value }) => value));
    if (rowDigests.length !== table.waiting.length) {
      throw new Error("The service did not return digests for the stored rows, so they cannot be combined.");
    }
    table.tableDigest = table.digests.length === 0 ? digest : null;
    for (const [at, { before }] of table.waiting.entries()) {
      const after = rowDigests[at] ?? before;
      table.digests.push(after);
      if (before !== after) this.#context.refs.rows.set(before, after);
    }
    table.waiting = [];
    table.characters = 0;
  }
}

/** A table while its rows are copied. */
interface TableCopy {
  readonly digests: string[];
  waiting: { readonly before: string; readonly value: Members }[];
  characters: number;
  /** The digest of the table when all rows were sent together. */
  tableDigest: string | null;
}

const digestIn = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

/** Copies all objects of a project with the tables and files that they name. What is there already stays as it is. */
export async function copyObjects(context: CopyContext): Promise<void> {
  const { source, target, tally, signal } = context;
  const copier = new ObjectCopier(context);
  for (let offset = 0; ; offset += VERSIONS_PER_PAGE) {
    signal?.throwIfAborted();
    const { objs } = await source.ask("objs.query", {
      project_id: source.projectId,
      limit: VERSIONS_PER_PAGE,
      offset,
      sort_by: OLDEST_FIRST,
      include_tags_and_aliases: true,
    });
    for (const version of objs) {
      signal?.throwIfAborted();
      // What was imported there says nothing about this project.
      if (version.leaf_object_class === IMPORT_CLASS) continue;
      try {
        await copier.copy(version);
      } catch (error) {
        const name = `${version.object_id}:v${version.version_index}`;
        if (target.stored.isUnsupported(error)) {
          tally.losses.add(OBJECTS_UNSUPPORTED, name);
          return;
        }
        if (!target.isRefusal(error)) throw error;
        tally.add("objects", { read: 1 });
        tally.skip("objects", name, error instanceof Error ? error.message : String(error));
      }
    }
    if (objs.length < VERSIONS_PER_PAGE) return;
  }
}
