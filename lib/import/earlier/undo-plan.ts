import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { pagedLines } from "@/lib/import/weave/paged-lines";
import type { WeaveProject } from "@/lib/import/weave/weave-service";
import { isMembers, type Members } from "@/lib/json/value/members";
import { feedbackOfImport, importOfFeedback, ofImport } from "./import-id";
import type { ImportRecord, StoredVersion } from "./import-record";

/** What an undo would delete, and what it would leave. */
export interface UndoPlan {
  readonly record: ImportRecord;
  readonly callIds: readonly string[];
  readonly feedbackIds: readonly string[];
  readonly versions: readonly StoredVersion[];
  /** Calls that stay, since calls or feedback from elsewhere were added to them or below them. */
  readonly keptCalls: number;
  /** Objects with newer versions from elsewhere, which stay. */
  readonly continuedObjects: readonly string[];
}

interface PlanOptions {
  readonly signal: AbortSignal;
  /** Called with the number of calls that were looked at. */
  readonly onProgress?: (calls: number) => void;
}

/** Calls whose children and feedback are asked for together. */
const CALLS_TOGETHER = 1_000;
const LINES_PER_PAGE = 50_000;
const FEEDBACK_PER_PAGE = 5_000;
const NAMES_TOGETHER = 100;

function* inParts<Entry>(entries: readonly Entry[], size: number): Generator<readonly Entry[]> {
  for (let from = 0; from < entries.length; from += size) yield entries.slice(from, from + size);
}

const ORDER = [
  { field: "started_at", direction: "asc" as const },
  { field: "id", direction: "asc" as const },
];

class UndoPlanner {
  readonly #project: WeaveProject;
  readonly #record: ImportRecord;
  readonly #options: PlanOptions;
  /** The calls of the import with their parents. */
  readonly #parents = new Map<string, string | null>();

  constructor(project: WeaveProject, record: ImportRecord, options: PlanOptions) {
    this.#project = project;
    this.#record = record;
    this.#options = options;
  }

  async plan(): Promise<UndoPlan> {
    const { import_id: id } = this.#record;
    for await (const call of this.#calls({ query: ofImport(id) })) this.#parents.set(call.id, call.parentId);
    const kept = await this.#keptCalls();
    const { versions, continuedObjects } = await this.#versions();
    return {
      record: this.#record,
      callIds: [...this.#parents.keys()].filter((callId) => !kept.has(callId)),
      feedbackIds: await this.#feedbackIds(id),
      versions,
      keptCalls: kept.size,
      continuedObjects,
    };
  }

  async *#calls(selection: object): AsyncGenerator<{ readonly id: string; readonly parentId: string | null }> {
    const { signal } = this.#options;
    const bodyOf = (page: { limit: number; offset: number }) => ({
      project_id: this.#project.projectId,
      columns: ["id", "parent_id"],
      sort_by: ORDER,
      ...selection,
      ...page,
    });
    const options = { pageSize: LINES_PER_PAGE, signal };
    for await (const line of pagedLines(this.#project, "calls.streamQuery", bodyOf, options)) {
      const call = parseJson(line);
      if (!isMembers(call)) continue;
      yield { id: String(call.id), parentId: typeof call.parent_id === "string" ? call.parent_id : null };
    }
  }

  /** A call is deleted with everything below it, so what is above a call that stays has to stay, too. */
  async #keptCalls(): Promise<ReadonlySet<string>> {
    const kept = new Set<string>();
    let count = 0;
    for (const ids of inParts([...this.#parents.keys()], CALLS_TOGETHER)) {
      this.#options.signal.throwIfAborted();
      for await (const { id, parentId } of this.#calls({ filter: { parent_ids: [...ids] } })) {
        if (parentId !== null && !this.#parents.has(id)) kept.add(parentId);
      }
      for (const id of await this.#judgedSince(ids)) kept.add(id);
      count += ids.length;
      this.#options.onProgress?.(count);
    }
    for (const id of kept) {
      const above = this.#parents.get(id) ?? null;
      if (above !== null && this.#parents.has(above)) kept.add(above);
    }
    return kept;
  }

  /** Returns those of some calls that have feedback which this import did not store. */
  async #judgedSince(ids: readonly string[]): Promise<readonly string[]> {
    const prefix = `weave:///${this.#project.projectId}/call/`;
    const refs = ids.map((id) => ({ $literal: `${prefix}${id}` }));
    const query = { $expr: { $in: [{ $getField: "weave_ref" }, refs] as [{ $getField: string }, typeof refs] } };
    const records = await this.#feedback(["weave_ref", "payload"], query);
    return records.flatMap(({ weave_ref: ref, payload }) =>
      typeof ref === "string" && importOfFeedback(payload) !== this.#record.import_id ? [ref.slice(prefix.length)] : [],
    );
  }

  async #feedbackIds(importId: string): Promise<readonly string[]> {
    const records = await this.#feedback(["id"], feedbackOfImport(importId));
    return records.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  }

  /** A service without feedback has none of the import either. */
  async #feedback(fields: string[], query: ReturnType<typeof feedbackOfImport>): Promise<readonly Members[]> {
    const found: Members[] = [];
    for (let offset = 0; ; offset += FEEDBACK_PER_PAGE) {
      this.#options.signal.throwIfAborted();
      try {
        const { result } = await this.#project.ask("feedback.query", {
          project_id: this.#project.projectId,
          fields,
          query,
          sort_by: [{ field: "created_at", direction: "asc" }],
          limit: FEEDBACK_PER_PAGE,
          offset,
        });
        found.push(...result);
        if (result.length < FEEDBACK_PER_PAGE) return found;
      } catch (error) {
        if (!this.#project.isUnsupported(error)) throw error;
        return found;
      }
    }
  }

  /** The versions of the import that are still there, and the objects that continue behind them. */
  async #versions(): Promise<Pick<UndoPlan, "versions" | "continuedObjects">> {
    const own = new Map(this.#record.versions.map((version) => [`${version.object_id}:${version.digest}`, version]));
    const names = [...new Set(this.#record.versions.map(({ object_id }) => object_id))];
    const versions: StoredVersion[] = [];
    const continued: string[] = [];
    for (const some of inParts(names, NAMES_TOGETHER)) {
      this.#options.signal.throwIfAborted();
      const { objs } = await this.#project.ask("objs.query", {
        project_id: this.#project.projectId,
        filter: { object_ids: [...some] },
        metadata_only: true,
      });
      const live = objs.filter(({ deleted_at }) => !deleted_at);
      for (const name of some) {
        const inOrder = live
          .filter(({ object_id }) => object_id === name)
          .toSorted((left, right) => Number(left.version_index) - Number(right.version_index));
        const isOwn = ({ digest }: { digest: string }) => own.has(`${name}:${digest}`);
        const last = inOrder.findLastIndex(isOwn);
        versions.push(...inOrder.filter(isOwn).map(({ digest }) => ({ object_id: name, digest })));
        if (last >= 0 && last < inOrder.length - 1) continued.push(name);
      }
    }
    return { versions, continuedObjects: continued };
  }
}

/**
 * Finds out what an undo of an import would delete, without deleting anything.
 *
 * @throws what a request rejects with, or the reason of the signal
 */
export async function planUndo(project: WeaveProject, record: ImportRecord, options: PlanOptions): Promise<UndoPlan> {
  return await new UndoPlanner(project, record, options).plan();
}
