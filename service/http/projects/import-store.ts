import { isCallSource } from "@/lib/api/contract/calls/call-sources";
import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { pythonLength } from "@/service/kernel/json/python-json";
import type { Services } from "@/service/traces/handlers/handler";
import type { CallPart, EndPart, StartPart } from "@/service/traces/store/calls/call-parts";
import { payloadOf } from "@/service/traces/store/calls/payload";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import type { StoredFile } from "@/service/traces/store/files/file-records";
import type { AliasRow, TagRow } from "@/service/traces/store/objects/object-marks";
import type { VersionRow } from "@/service/traces/store/objects/object-store";
import type { SectionName } from "@/service/traces/store/projects/project-sections";
import type { StoredCost } from "@/service/traces/store/schema/schema-costs";
import type { StoredFeedback } from "@/service/traces/store/schema/schema-feedback";
import type { StoredTable } from "@/service/traces/store/tables/table-store";
import { recordIn } from "./check-project-file";
import { ProjectFileError } from "./project-format";
import type { Renaming } from "./renaming";

const ROWS_PER_WRITE = 5_000;

interface StoredEnd {
  readonly id: string;
  readonly ended_at: EngineTime | null;
  readonly exception: string;
  readonly descendant_errors: number;
  readonly output: string;
  readonly summary: string;
  readonly run_step_end: number | null;
}

interface StoredCallLine extends StoredEnd {
  readonly started_at: EngineTime;
  readonly trace_id: string;
  readonly parent_id: string;
  readonly thread_id: string;
  readonly turn_id: string;
  readonly op_name: string;
  readonly display_name: string;
  readonly user_id: string;
  readonly run_id: string;
  readonly run_step: number | null;
  readonly attributes: string;
  readonly inputs: string;
  readonly otel_dump: string;
  /** Absent in files of earlier versions. */
  readonly call_source?: string;
}

/** Stores the records of the engine. Each may be stored again: an import that was cut off is repeated as a whole. */
export class StoreImport {
  readonly #services: Services;
  readonly #renaming: Renaming;
  /** Sizes of contents that changed with the names, by digest, until their versions come. */
  readonly #sizes = new Map<string, number>();
  /** Sums of the sizes of rows, by table, until the tables come. */
  readonly #tableSizes = new Map<string, number>();

  constructor(services: Services, renaming: Renaming) {
    this.#services = services;
    this.#renaming = renaming;
  }

  /** Stores the records of an entry. */
  async store(section: string, entry: string, lines: readonly string[]): Promise<void> {
    const store = this.#sections[section as SectionName];
    if (!Object.hasOwn(this.#sections, section) || store === undefined) {
      throw new ProjectFileError(`The file has the section ${section}, which this version does not know.`);
    }
    for (const some of chunksOf([...lines], ROWS_PER_WRITE)) {
      // The digest says that this is what an export wrote.
      await store(some.map((line) => recordIn(entry, line)) as never[]);
    }
  }

  readonly #sections: { readonly [Name in SectionName]: (rows: never[]) => Promise<void> } & {
    readonly table_positions: (rows: never[]) => Promise<void>;
  } = {
    calls: (rows: StoredCallLine[]) => this.#writeParts(rows.flatMap((row) => this.#partsOf(row))),
    parked_ends: (rows: StoredEnd[]) => this.#writeParts(rows.flatMap((row) => this.#endOf(row))),
    call_names: (rows: { id: string; display_name: string }[]) =>
      this.#writeParts(
        rows.map(({ id, display_name }) => ({
          part: "name",
          projectId: this.#projectId,
          id,
          displayName: display_name,
        })),
      ),
    call_turns: (rows: { id: string; thread_id: string; turn_id: string; changes_kind: number }[]) =>
      this.#writeParts(
        rows.map((row) => ({
          part: "turn",
          projectId: this.#projectId,
          id: row.id,
          threadId: row.thread_id || null,
          turnId: row.turn_id || null,
          changesKind: row.changes_kind === 1,
        })),
      ),
    call_tops: (rows: { id: string; is_top: number }[]) =>
      this.#writeParts(
        rows.map((row) => ({ part: "top", projectId: this.#projectId, id: row.id, isTop: row.is_top === 1 })),
      ),
    costs: (rows: StoredCost[]) => this.#services.costs.write(rows.map((row) => ({ ...this.#row(row), is_purged: 0 }))),
    feedback: (rows: StoredFeedback[]) =>
      this.#services.feedback.write(rows.map((row) => ({ ...this.#row(row), is_purged: 0 }))),
    object_values: (rows: { digest: string; val: string }[]) => this.#storeValues(rows),
    object_versions: (rows: Omit<VersionRow, "project_id">[]) =>
      this.#services.objects.restore(
        rows.map((row) => ({
          ...row,
          project_id: this.#projectId,
          size_bytes: this.#sizes.get(row.digest) ?? row.size_bytes,
        })),
      ),
    object_tags: (rows: Omit<TagRow, "project_id" | "is_removed">[]) =>
      this.#services.objects.marks.restoreTags(
        rows.map((row) => ({ ...row, project_id: this.#projectId, is_removed: 0 })),
      ),
    object_aliases: (rows: Omit<AliasRow, "project_id" | "is_removed">[]) =>
      this.#services.objects.marks.restoreAliases(
        rows.map((row) => ({ ...row, project_id: this.#projectId, is_removed: 0 })),
      ),
    table_rows: (rows: { digest: string; size_bytes: number; val: string }[]) => this.#storeTableRows(rows),
    table_positions: (rows: { table_digest: string; position: number; row_digest: string }[]) =>
      this.#storePositions(rows),
    tables: (rows: Omit<StoredTable, "project_id">[]) =>
      this.#services.tables.restore(
        rows.map((row) => ({
          ...(row as StoredTable),
          project_id: this.#projectId,
          size_bytes: this.#tableSizes.get(String(row.digest)) ?? row.size_bytes,
        })),
      ),
    files: (rows: Omit<StoredFile, "project_id">[]) =>
      this.#services.files.restore(rows.map((row) => ({ ...(row as StoredFile), project_id: this.#projectId }))),
  };

  get #projectId(): string {
    return this.#renaming.projectId;
  }

  async #writeParts(parts: readonly CallPart[]): Promise<void> {
    await this.#services.calls.write(parts);
  }

  #partsOf(row: StoredCallLine): CallPart[] {
    const start: StartPart = {
      part: "start",
      projectId: this.#projectId,
      id: row.id,
      startedAt: row.started_at,
      traceId: row.trace_id,
      parentId: row.parent_id || null,
      threadId: row.thread_id || null,
      turnId: row.turn_id || null,
      opName: this.#renaming.text(row.op_name),
      displayName: row.display_name || null,
      userId: row.user_id,
      runId: row.run_id || null,
      runStep: row.run_step,
      attributes: payloadOf(this.#renaming.text(row.attributes)),
      inputs: payloadOf(this.#renaming.text(row.inputs)),
      otelDump: row.otel_dump === "" ? null : this.#renaming.text(row.otel_dump),
      ...(isCallSource(row.call_source) ? { source: row.call_source } : {}),
    };
    return [start, ...this.#endOf(row)];
  }

  /** Returns the end of a call; nothing while it runs. */
  #endOf(row: StoredEnd): EndPart[] {
    if (row.ended_at === null) return [];
    return [
      {
        part: "end",
        projectId: this.#projectId,
        id: row.id,
        endedAt: row.ended_at,
        exception: row.exception || null,
        descendantErrors: row.descendant_errors,
        output: row.output === "" ? null : payloadOf(this.#renaming.text(row.output)),
        summary: payloadOf(this.#renaming.text(row.summary)),
        runStepEnd: row.run_step_end,
      },
    ];
  }

  /** Returns a row with the new names in all its texts. */
  #row<Row extends object>(row: Row): Row {
    const renamed = Object.entries(row).map(([column, value]) => [
      column,
      typeof value === "string" ? this.#renaming.text(value) : value,
    ]);
    return { ...(Object.fromEntries(renamed) as Row), project_id: this.#projectId };
  }

  async #storeValues(rows: readonly { digest: string; val: string }[]): Promise<void> {
    await Promise.all(
      rows.map(async ({ digest, val }) => {
        const renamed = this.#renaming.text(val);
        if (renamed !== val) this.#sizes.set(digest, pythonLength(renamed));
        await this.#services.objects.values.write({ projectId: this.#projectId, digest, val: renamed });
      }),
    );
  }

  async #storeTableRows(rows: readonly { digest: string; size_bytes: number; val: string }[]): Promise<void> {
    const items = rows.map(({ digest, size_bytes, val }) => {
      const text = this.#renaming.text(val);
      return { digest, sizeBytes: text === val ? size_bytes : pythonLength(text), text };
    });
    await this.#services.tables.rows.write(this.#projectId, items);
  }

  async #storePositions(
    rows: readonly { table_digest: string; position: number; row_digest: string }[],
  ): Promise<void> {
    const places = rows.map((row) => ({
      tableDigest: row.table_digest,
      position: row.position,
      rowDigest: row.row_digest,
    }));
    const sizes = await this.#services.tables.restorePositions(this.#projectId, places);
    for (const [index, { tableDigest }] of places.entries()) {
      this.#tableSizes.set(tableDigest, (this.#tableSizes.get(tableDigest) ?? 0) + (sizes[index] ?? 0));
    }
  }
}
