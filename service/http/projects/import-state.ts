import { createHash } from "node:crypto";
import { sql } from "kysely";
import { redactionRules } from "@/lib/api/contract/admin/redaction";
import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { timestampNow } from "@/service/training/state/training-state";
import { type CheckedFile, recordIn } from "./check-project-file";
import { ProjectFileError } from "./project-format";
import type { ProjectParts } from "./project-parts";
import type { Renaming } from "./renaming";
import { countRowsOfProject, databaseOf, type StateRow } from "./state-rows";
import { EXPORTED_TABLES, type ExportedTable, RECORD_TABLES, SETTINGS_TABLES, sectionOfTable } from "./state-tables";

/** Rows of one statement: SQLite takes 32,766 parameters. */
const ROWS_PER_INSERT = 500;

const INTERRUPTED = "It had not ended when its project was exported.";
const PAUSED = `${INTERRUPTED} Resume it to continue.`;
const SWITCHED_OFF = "It came with an import. Switch it on to score calls.";

const NOT_WATCHING = "It came with an import. Switch it on to watch, and enter the addresses of its channels.";

const AT_WORK = new Set<unknown>(["queued", "running", "stopping"]);

/** Nothing that is imported works by itself: that would spend money, or continue what goes on elsewhere. */
const atRest: Readonly<Record<string, (row: StateRow) => StateRow>> = {
  evaluation_run: restingRun,
  training_run: restingRun,
  monitor: (row) => (row.is_on === 1 ? { ...row, is_on: 0, reason: SWITCHED_OFF } : row),
  watch: (row) => (row.is_on === 1 ? { ...row, is_on: 0, problem: NOT_WATCHING } : row),
  event_subscription: (row) => ({ ...row, is_on: 0 }),
  checkpoint_evaluation_setting: (row) => ({ ...row, on_since: null }),
  checkpoint_evaluation: (row) =>
    row.figures === null && row.problem === null ? { ...row, problem: INTERRUPTED } : row,
  job: (row) =>
    isInterruptedJob(row) ? { ...row, status: "failed", ended_at: timestampNow(), error_message: INTERRUPTED } : row,
};

function restingRun(row: StateRow): StateRow {
  return AT_WORK.has(row.state)
    ? { ...row, state: "paused", reason: PAUSED, is_pausing: 0 }
    : { ...row, is_pausing: 0 };
}

const isInterruptedJob = ({ status }: StateRow) => status === "queued" || status === "running";

/** @throws ProjectFileError when records have columns that this version does not know */
export async function requireKnownColumns(parts: ProjectParts, { columns, about }: CheckedFile): Promise<void> {
  for (const database of ["state", "training"] as const) {
    const tables = EXPORTED_TABLES.filter((table) => table.database === database);
    const [first] = tables;
    if (first === undefined) continue;
    const stored = await databaseOf(parts, first).introspection.getTables();
    for (const table of tables) {
      const known = stored.flatMap((each) => (each.name === table.name ? each.columns.map(({ name }) => name) : []));
      const unknown = [...(columns.get(sectionOfTable(table)) ?? [])].find((column) => !known.includes(column));
      if (unknown === undefined) continue;
      throw new ProjectFileError(
        `The file has ${table.name}.${unknown}, which this version does not know. It was written by Heddle ${about.version}: import it with that version or a later one.`,
      );
    }
  }
}

/** Returns whether another project of this installation has a record with an id of the file. */
export async function hasTakenIds(parts: ProjectParts, { uniqueIds }: CheckedFile): Promise<boolean> {
  for (const table of EXPORTED_TABLES) {
    const [column] = table.ids;
    if (column === undefined) continue;
    for (const some of chunksOf([...(uniqueIds.get(sectionOfTable(table)) ?? [])], ROWS_PER_INSERT)) {
      const { rows } = await sql`select 1 from ${sql.table(table.name)}
        where ${sql.ref(column)} in (${sql.join([...some])}) limit 1`.execute(databaseOf(parts, table));
      if (rows.length > 0) return true;
    }
  }
  return false;
}

/** Stores the records of the state and of training. */
export class StateImport {
  readonly #parts: ProjectParts;
  readonly #renaming: Renaming;
  readonly #interrupted: string[] = [];

  constructor(parts: ProjectParts, renaming: Renaming) {
    this.#parts = parts;
    this.#renaming = renaming;
  }

  /** Stores the records of an entry, without those that an earlier try has stored. */
  async store(table: ExportedTable, entry: string, lines: readonly string[]): Promise<void> {
    if (SETTINGS_TABLES.includes(table.name)) return;
    for (const some of chunksOf([...lines], ROWS_PER_INSERT)) {
      const rows = some.map((line) => this.#row(table, recordIn(entry, line)));
      await databaseOf(this.#parts, table)
        .insertInto(table.name)
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  /** Ends what was running, and stores the settings, which act on what is stored. */
  async finish({ settings, counts }: CheckedFile): Promise<void> {
    await this.#endJobs();
    await this.#requireStored(counts);
    const { projectId } = this.#renaming;
    for (const row of settings.get("retention") ?? []) {
      await databaseOf(this.#parts, { database: "state" })
        .insertInto("retention")
        .values({ ...row, project_id: projectId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    for (const { rules } of settings.get("redaction") ?? []) {
      const { redaction } = this.#parts;
      if ((await redaction.rulesOf(projectId)).revision > 0) continue;
      await redaction.set(projectId, 0, redactionRules.parse(JSON.parse(String(rules))));
    }
  }

  #row(table: ExportedTable, row: StateRow): StateRow {
    const renaming = this.#renaming;
    const renamed: Record<string, string | number | null> = {};
    for (const [column, value] of Object.entries(row)) {
      if (typeof value !== "string") renamed[column] = value;
      else renamed[column] = table.ids.includes(column) ? renaming.id(value) : renaming.record(value);
    }
    if (table.owner.by === "project_id") renamed.project_id = renaming.projectId;
    if (table.owner.by === "entity and project") {
      const [entity = "", project = ""] = renaming.projectId.split("/");
      Object.assign(renamed, { entity, project });
    }
    // Whoever owned it there, here it may use nothing but its own project.
    if ("projects" in row) renamed.projects = JSON.stringify([renaming.projectId]);
    if (table.name === "job" && isInterruptedJob(row)) this.#interrupted.push(String(renamed.id));
    return atRest[table.name]?.(renamed) ?? renamed;
  }

  /** A client that follows a job waits for its last event. */
  async #endJobs(): Promise<void> {
    for (const jobId of this.#interrupted) {
      const digest = createHash("sha256").update(`${jobId} interrupted`).digest("hex");
      await this.#parts.training.state
        .insertInto("event")
        .values({
          id: digest.slice(0, 32),
          job_id: jobId,
          type: "training_failed",
          data: JSON.stringify({ error_message: INTERRUPTED }),
          created_at: timestampNow(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  /** @throws ProjectFileError when records are missing, such as those whose name another record has */
  async #requireStored(counts: Readonly<Record<string, number>>): Promise<void> {
    for (const table of RECORD_TABLES) {
      // The service removes old ones all the time.
      if (table.name === "monitor_score") continue;
      const expected = counts[sectionOfTable(table)] ?? 0;
      if (expected === 0) continue;
      const stored = await countRowsOfProject(this.#parts, table, this.#renaming.projectId);
      if (stored >= expected) continue;
      throw new ProjectFileError(`Only ${stored} of ${expected} records of ${table.name} could be stored.`);
    }
  }
}
