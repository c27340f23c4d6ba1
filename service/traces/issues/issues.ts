import type { Logger } from "pino";
import { v7 as uuid7 } from "uuid";
import type {
  Issue,
  IssueAction,
  IssueDetail,
  IssueEvent,
  IssueState,
  IssuesList,
} from "@/lib/api/contract/issues/issues";
import type { InputOf } from "@/lib/api/contract/operations";
import type { Identity } from "@/service/kernel/access/identity";
import { RepeatedStep } from "@/service/kernel/concurrency/repeated-step";
import { InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Lease, Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { timeOf } from "@/service/traces/calls/figures-range";
import type { Services } from "@/service/traces/handlers/handler";
import { type EngineTime, engineTimeOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import { describeIssue, describeIssueEvent } from "./describe-issue";
import { findIssues } from "./find-issues";
import { type IssueRange, readFailedReleases, readIssueCounts, readIssueFigures } from "./issue-figures";
import { type IssueRecord, IssueRecords } from "./issue-records";

const LOOK_EVERY_MS = 60_000;
const LEASE = "issues";

/** What needs attention comes first. */
const ORDER: readonly IssueState[] = ["regressed", "new", "ongoing", "resolved", "ignored"];

interface Parts {
  readonly state: ServiceState;
  readonly services: Services;
  readonly leases: Leases;
  readonly log: Logger;
  /** The clock of tests. */
  readonly now?: () => number;
}

type Reader = Pick<Services, "store"> & { readonly signal: AbortSignal };
type RangeRequest = Pick<InputOf<"issues.list">["body"], "after" | "before">;

/**
 * The issues of this service. Of several services with one database, the one with the lease looks at new calls each minute.
 * How far it has come is stored with what it found, so that another one continues when it dies.
 */
export class Issues {
  readonly #records: IssueRecords;
  readonly #parts: Parts;
  readonly #closing = new AbortController();
  readonly #now: () => number;
  #hasLooked = false;
  #lease: Lease | null = null;
  #step: RepeatedStep | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#records = new IssueRecords(parts.state);
  }

  /** Looks at new calls from now on, in the service that has the lease. */
  start(): void {
    const onFailure = (error: unknown) => this.#parts.log.warn({ err: error }, "issues could not be looked for");
    this.#step = new RepeatedStep(() => this.look(), LOOK_EVERY_MS, onFailure);
    void this.#step.run();
  }

  /** Looks at the calls that failed since the last look. Does nothing while another service has the lease. */
  async look(): Promise<void> {
    const signal = await this.#leading();
    if (signal === null) return;
    try {
      await findIssues(this.#parts, { nowMs: this.#now(), isFirst: !this.#hasLooked }, signal);
      this.#hasLooked = true;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Returns the end of this service's turn; null while another service has it. */
  async #leading(): Promise<AbortSignal | null> {
    if (this.#closing.signal.aborted) return null;
    if (this.#lease === null || this.#lease.lost.aborted) this.#lease = await this.#parts.leases.take(LEASE);
    return this.#lease && AbortSignal.any([this.#closing.signal, this.#lease.lost]);
  }

  async list(reader: Reader, body: InputOf<"issues.list">["body"]): Promise<IssuesList> {
    const projectId = body.project_id;
    const { records, isCut } = await this.#records.list(projectId);
    const [counts, { lookedAt }] = await Promise.all([
      readIssueCounts(reader, projectId, rangeOf(body), records),
      this.#records.place("recent"),
    ]);
    const issues = records.map((record) => describeIssue(record, counts.of(record), this.#now()));
    return {
      issues: issues.sort(
        (left, right) =>
          ORDER.indexOf(left.state) - ORDER.indexOf(right.state) ||
          (right.call_count ?? 0) - (left.call_count ?? 0) ||
          (left.last_at < right.last_at ? 1 : -1),
      ),
      is_cut: isCut || counts.isCut,
      call_count: counts.totals?.calls ?? 0,
      error_count: counts.totals?.errors ?? 0,
      user_count: counts.totals?.places[0] ?? 0,
      thread_count: counts.totals?.places[1] ?? 0,
      judged_at: lookedAt === null ? null : toWireTime(lookedAt),
    };
  }

  /** @throws NotFoundError */
  async read(reader: Reader, body: InputOf<"issues.read">["body"]): Promise<IssueDetail> {
    const record = await findIn(this.#records, body.project_id, body.issue_id);
    const [figures, events] = await Promise.all([
      readIssueFigures(reader, record, rangeOf(body)),
      this.#records.events(body.project_id, record.id),
    ]);
    return {
      ...describeIssue(record, figures.counts, this.#now()),
      op_call_count: figures.op.opCalls,
      op_user_count: figures.op.opUsers,
      op_thread_count: figures.op.opThreads,
      releases: figures.releases.map(({ release, calls, opCalls, firstAt, lastAt }) => ({
        ...{ release, call_count: calls, op_call_count: opCalls },
        ...{ first_at: toWireTime(firstAt), last_at: toWireTime(lastAt) },
      })),
      marked_releases: figures.marked.map(({ release, opFirstAt }) => ({ release, at: toWireTime(opFirstAt) })),
      users: figures.users.map(({ user, calls }) => ({ user, call_count: calls })),
      examples: figures.examples.map(({ id, traceId, at, message, user, release }) => ({
        ...{ id, trace_id: traceId, started_at: toWireTime(at), message, user, release },
      })),
      common: figures.common,
      compared_call_count: figures.compared.issue,
      compared_other_count: figures.compared.others,
      events: events.map(describeIssueEvent),
    };
  }

  /** @throws NotFoundError, InvalidRequestError for an end that is not a time */
  async change(reader: Reader, body: InputOf<"issues.change">["body"], { userId }: Identity): Promise<Issue> {
    const record = await findIn(this.#records, body.project_id, body.issue_id);
    const at = engineTimeOf(Math.trunc(this.#now()) * 1000);
    const changes = await this.#changesOf(reader, record, body.action, at);
    const changed = await this.#parts.state.transaction().execute(async (transaction) => {
      const records = new IssueRecords(transaction);
      await records.change(record.id, changes.record);
      const event = { id: uuid7(), projectId: record.projectId, issueId: record.id, at, userId };
      await records.addEvent({ ...event, ...changes.event });
      return await findIn(records, record.projectId, record.id);
    });
    return describeIssue(changed, null, this.#now());
  }

  async #changesOf(
    reader: Reader,
    record: IssueRecord,
    action: IssueAction,
    at: EngineTime,
  ): Promise<{ record: Partial<IssueRecord>; event: { kind: IssueEvent["kind"]; detail: string } }> {
    const settled = { changedAt: at, regressedAt: null, regressedRelease: "", ignoredUntil: null, ignoredCalls: null };
    if (action.kind === "resolve") {
      const knownReleases = await readFailedReleases(reader, record);
      const event = { kind: "resolved" as const, detail: knownReleases[0] ?? "" };
      return { record: { ...settled, status: "resolved", knownReleases }, event };
    }
    if (action.kind === "reopen")
      return { record: { ...settled, status: "open" }, event: { kind: "reopened", detail: "" } };
    if (action.kind === "ignore") {
      const ends = { ignoredUntil: timeOf(action.until, "until"), ignoredCalls: action.calls ?? null };
      if (ends.ignoredUntil !== null && ends.ignoredUntil <= at)
        throw new InvalidRequestError("until must be in the future");
      const detail = ends.ignoredUntil ? toWireTime(ends.ignoredUntil) : "";
      return { record: { ...settled, ...ends, status: "ignored" }, event: { kind: "ignored", detail } };
    }
    if (action.kind === "assign")
      return { record: { owner: action.user_id }, event: { kind: "assigned", detail: action.user_id ?? "" } };
    return { record: { note: action.note }, event: { kind: "noted", detail: "" } };
  }

  remove(projectId: string, ids: readonly string[]): Promise<number> {
    return this.#records.remove(projectId, ids);
  }

  /** Stops looking. The next start, or another service, continues. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#step?.stop();
    await this.#lease?.release();
  }
}

/** @throws NotFoundError */
async function findIn(records: IssueRecords, projectId: string, id: string): Promise<IssueRecord> {
  const record = await records.find(projectId, id);
  if (!record) throw new NotFoundError(`Issue ${id.slice(0, 128)} not found`);
  return record;
}

function rangeOf({ after, before }: RangeRequest): IssueRange {
  return { after: timeOf(after, "after"), before: timeOf(before, "before") };
}
