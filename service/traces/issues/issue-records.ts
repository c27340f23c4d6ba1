import type { Selectable } from "kysely";
import type { IssueEvent } from "@/lib/api/contract/issues/issues";
import { chunksOf } from "@/service/kernel/concurrency/chunks";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import type { IssueName } from "@/service/traces/store/figures/issue-conditions";
import { type FailurePlace, FIRST_PLACE } from "@/service/traces/store/figures/new-failures";
import type { IssueCourse } from "./issue-course";

/** Issues of one list, those with the newest calls. */
const MAX_LISTED = 1000;

/** Events of one issue that are shown. */
const MAX_EVENTS = 100;

/** Rows of one statement: SQLite takes 32,766 parameters. */
const ROWS_PER_QUERY = 500;

export interface IssueRecord extends IssueCourse, IssueName {
  readonly id: string;
  readonly projectId: string;
  readonly digest: string;
  readonly owner: string | null;
  readonly note: string;
}

export interface IssueEventRecord {
  readonly id: string;
  readonly projectId: string;
  readonly issueId: string;
  readonly kind: IssueEvent["kind"];
  readonly at: EngineTime;
  readonly userId: string | null;
  readonly detail: string;
}

/** How far one way of looking for failed calls has come. */
export interface StoredPlace {
  readonly place: FailurePlace;
  readonly lookedAt: EngineTime | null;
}

function recordOf(row: Selectable<StateSchema["issue"]>): IssueRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    digest: row.digest,
    kind: row.kind,
    op: row.op,
    pattern: row.pattern,
    status: row.status,
    firstAt: row.first_at,
    lastAt: row.last_at,
    changedAt: row.changed_at,
    knownReleases: JSON.parse(row.known_releases) as string[],
    regressedAt: row.regressed_at,
    regressedRelease: row.regressed_release,
    ignoredUntil: row.ignored_until,
    ignoredCalls: row.ignored_calls,
    owner: row.owner,
    note: row.note,
  };
}

function rowOf(record: IssueRecord) {
  return {
    status: record.status,
    first_at: record.firstAt,
    last_at: record.lastAt,
    changed_at: record.changedAt,
    known_releases: JSON.stringify(record.knownReleases),
    regressed_at: record.regressedAt,
    regressed_release: record.regressedRelease,
    ignored_until: record.ignoredUntil,
    ignored_calls: record.ignoredCalls,
    owner: record.owner,
    note: record.note,
  };
}

type IssueChanges = Partial<Omit<IssueRecord, "id" | "projectId" | "digest" | "kind" | "op" | "pattern">>;

/** The columns of what changes; the others stay as they are. */
function changedColumns(changes: IssueChanges) {
  return {
    status: changes.status,
    first_at: changes.firstAt,
    last_at: changes.lastAt,
    changed_at: changes.changedAt,
    known_releases: changes.knownReleases && JSON.stringify(changes.knownReleases),
    regressed_at: changes.regressedAt,
    regressed_release: changes.regressedRelease,
    ignored_until: changes.ignoredUntil,
    ignored_calls: changes.ignoredCalls,
    owner: changes.owner,
    note: changes.note,
  };
}

/** Issues and their history, in the service's state. */
export class IssueRecords {
  readonly #state: ServiceState;

  /** @param state a transaction, for what must be stored together */
  constructor(state: ServiceState) {
    this.#state = state;
  }

  async find(projectId: string, id: string): Promise<IssueRecord | null> {
    const query = this.#state.selectFrom("issue").selectAll().where("id", "=", id);
    const row = await query.where("project_id", "=", projectId).executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  async findByDigests(projectId: string, digests: readonly string[]): Promise<ReadonlyMap<string, IssueRecord>> {
    const found = new Map<string, IssueRecord>();
    for (const some of chunksOf(digests, ROWS_PER_QUERY)) {
      const query = this.#state.selectFrom("issue").selectAll().where("project_id", "=", projectId);
      for (const row of await query.where("digest", "in", some).execute()) found.set(row.digest, recordOf(row));
    }
    return found;
  }

  /** The issues with the newest calls. */
  async list(projectId: string): Promise<{ records: readonly IssueRecord[]; isCut: boolean }> {
    const query = this.#state.selectFrom("issue").selectAll().where("project_id", "=", projectId);
    const rows = await query
      .orderBy("last_at", "desc")
      .orderBy("seq")
      .limit(MAX_LISTED + 1)
      .execute();
    return { records: rows.slice(0, MAX_LISTED).map(recordOf), isCut: rows.length > MAX_LISTED };
  }

  async count(projectId: string): Promise<number> {
    const query = this.#state.selectFrom("issue").where("project_id", "=", projectId);
    const row = await query.select(({ fn }) => fn.countAll<number | string>().as("issues")).executeTakeFirstOrThrow();
    return Number(row.issues);
  }

  /** Adds an issue. @throws where another service was faster, so that its transaction is not stored */
  async add(record: IssueRecord): Promise<void> {
    const { id, projectId: project_id, digest, kind, op, pattern } = record;
    await this.#state
      .insertInto("issue")
      .values({ id, project_id, digest, kind, op, pattern, ...rowOf(record) })
      .execute();
  }

  async change(id: string, changes: IssueChanges): Promise<void> {
    await this.#state.updateTable("issue").set(changedColumns(changes)).where("id", "=", id).execute();
  }

  /** Changes an issue as the service found it. False when a person has changed its status since it was read. */
  async changeFound({ id, changedAt }: IssueRecord, changes: IssueChanges): Promise<boolean> {
    const query = this.#state.updateTable("issue").set(changedColumns(changes)).where("id", "=", id);
    const asRead = query.where("changed_at", changedAt === null ? "is" : "=", changedAt);
    return (await asRead.executeTakeFirst()).numUpdatedRows > 0n;
  }

  /** Adds an event, unless it is stored already. */
  async addEvent({ projectId, issueId, userId, ...event }: IssueEventRecord): Promise<void> {
    await this.#state
      .insertInto("issue_event")
      .values({ ...event, project_id: projectId, issue_id: issueId, user_id: userId })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }

  /** The newest events, newest first. */
  async events(projectId: string, issueId: string): Promise<IssueEventRecord[]> {
    const query = this.#state.selectFrom("issue_event").selectAll().where("issue_id", "=", issueId);
    const rows = await query.where("project_id", "=", projectId).orderBy("seq", "desc").limit(MAX_EVENTS).execute();
    return rows.map((row) => ({
      ...{ id: row.id, projectId, issueId, at: row.at, userId: row.user_id, detail: row.detail },
      kind: row.kind as IssueEvent["kind"],
    }));
  }

  async remove(projectId: string, ids: readonly string[]): Promise<number> {
    return await this.#state.transaction().execute(async (transaction) => {
      let removed = 0;
      for (const some of chunksOf(ids, ROWS_PER_QUERY)) {
        const ofProject = transaction.deleteFrom("issue_event").where("project_id", "=", projectId);
        await ofProject.where("issue_id", "in", some).execute();
        const issues = transaction.deleteFrom("issue").where("project_id", "=", projectId);
        removed += Number((await issues.where("id", "in", some).executeTakeFirst()).numDeletedRows);
      }
      return removed;
    });
  }

  async place(name: string): Promise<StoredPlace> {
    const row = await this.#state.selectFrom("issue_place").selectAll().where("name", "=", name).executeTakeFirst();
    if (row === undefined) return { place: FIRST_PLACE, lookedAt: null };
    const place = { commit: row.commit_number, projectId: row.project_id, callId: row.call_id };
    return { place, lookedAt: row.looked_at };
  }

  /** Moves a place on. False when another service has moved it since it was read. */
  async moveOn(name: string, from: FailurePlace, to: FailurePlace): Promise<boolean> {
    const row = { commit_number: to.commit, project_id: to.projectId, call_id: to.callId };
    await this.#state
      .insertInto("issue_place")
      .values({ name, commit_number: 0, project_id: "", call_id: "" })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const { numUpdatedRows } = await this.#state
      .updateTable("issue_place")
      .set(row)
      .where("name", "=", name)
      .where("commit_number", "=", from.commit)
      .where("project_id", "=", from.projectId)
      .where("call_id", "=", from.callId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async noteLook(name: string, at: EngineTime): Promise<void> {
    await this.#state.updateTable("issue_place").set({ looked_at: at }).where("name", "=", name).execute();
  }
}
