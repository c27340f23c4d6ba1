import { v7 as uuid7 } from "uuid";
import type { Services } from "@/service/traces/handlers/handler";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { type EngineTime, engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { rangeCondition } from "@/service/traces/store/figures/figures-query";
import { issueCountQuery } from "@/service/traces/store/figures/issue-figures";
import { type FailedCall, type FailurePlace, readNewFailures } from "@/service/traces/store/figures/new-failures";
import { groupedBy, groupFailures, type NewCalls } from "./group-failures";
import { regressionOf } from "./issue-course";
import { foundId } from "./issue-digest";
import { type IssueRecord, IssueRecords } from "./issue-records";

/** Failed calls that are read at a time; all others wait in the store. */
const BATCH_CALLS = 5000;

/** Of more in a project the texts of exceptions have no pattern, and a list of them helps nobody. */
const MAX_ISSUES = 10_000;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface Parts {
  readonly state: ServiceState;
  readonly services: Pick<Services, "taskStore" | "imports">;
}

/** One way of looking: calls of the last day each minute, and each hour those that started earlier and came late. */
interface Look {
  readonly name: "recent" | "all";
  readonly since: EngineTime | null;
}

/**
 * Finds the issues of calls that failed since the last look, of all projects. Looking twice at a call changes nothing, so
 * the two ways of looking may overlap, and two services may look at once.
 */
export async function findIssues(parts: Parts, nowMs: number, signal: AbortSignal): Promise<void> {
  const now = engineTimeOf(Math.trunc(nowMs) * 1000);
  const { lookedAt } = await new IssueRecords(parts.state).place("all");
  const isDue = lookedAt === null || lookedAt <= engineTimeOf(Math.trunc(nowMs - HOUR_MS) * 1000);
  const looks: Look[] = [{ name: "recent", since: engineTimeOf(Math.trunc(nowMs - DAY_MS) * 1000) }];
  // The first look at everything finds what the other would.
  if (isDue) looks.unshift({ name: "all", since: null });
  for (const look of looks) await lookOnce(parts, look, now, signal);
}

async function lookOnce({ state, services }: Parts, look: Look, now: EngineTime, signal: AbortSignal): Promise<void> {
  const records = new IssueRecords(state);
  for (;;) {
    signal.throwIfAborted();
    const { place: after } = await records.place(look.name);
    const calls = await readNewFailures(services.taskStore, { after, since: look.since, limit: BATCH_CALLS }, signal);
    const isTaken = await take({ state, services }, { look, after, calls, now }, signal);
    if (!isTaken || calls.length < BATCH_CALLS) return;
  }
}

interface Batch {
  readonly look: Look;
  readonly after: FailurePlace;
  readonly calls: readonly FailedCall[];
  readonly now: EngineTime;
}

/** Stores what a batch of calls shows, together with the place after it. False when another service was faster. */
async function take({ state, services }: Parts, batch: Batch, signal: AbortSignal): Promise<boolean> {
  const { look, after, calls, now } = batch;
  // The issues of a project that is imported come with it.
  const whole = calls.filter(({ projectId }) => !services.imports.has(projectId));
  const groups = groupFailures(whole);
  const before = await knownIssues(new IssueRecords(state), groups);
  const ended = await endedByCalls(services, [...before.values()], signal);
  return await state.transaction().execute(async (transaction) => {
    const records = new IssueRecords(transaction);
    if (!(await records.moveOn(look.name, after, calls.at(-1) ?? after))) return false;
    await records.noteLook(look.name, now);
    const known = await knownIssues(records, groups);
    for (const [projectId, ofProject] of groupedBy(groups, (group) => group.projectId)) {
      let left = MAX_ISSUES - (await records.count(projectId));
      for (const group of ofProject) {
        const issue = known.get(keyOf(group)) ?? null;
        if (issue === null && left-- <= 0) continue;
        await takeGroup(records, issue, group);
      }
    }
    for (const issue of ended) await endIgnoring(records, issue, now);
    return true;
  });
}

const keyOf = ({ projectId, digest }: { projectId: string; digest: string }) => `${projectId}\n${digest}`;

async function knownIssues(
  records: IssueRecords,
  groups: readonly NewCalls[],
): Promise<ReadonlyMap<string, IssueRecord>> {
  const known = new Map<string, IssueRecord>();
  for (const [projectId, ofProject] of groupedBy(groups, (group) => group.projectId)) {
    const digests = ofProject.map(({ digest }) => digest);
    for (const record of (await records.findByDigests(projectId, digests)).values()) known.set(keyOf(record), record);
  }
  return known;
}

async function takeGroup(records: IssueRecords, known: IssueRecord | null, calls: NewCalls): Promise<void> {
  const { projectId, digest, op, pattern, firstAt, lastAt } = calls;
  if (known === null) {
    const id = uuid7();
    await records.add({
      ...{ id, projectId, digest, op, pattern, status: "open" as const, firstAt, lastAt, owner: null, note: "" },
      ...{ changedAt: null, knownReleases: [], regressedAt: null, regressedRelease: "" },
      ...{ ignoredUntil: null, ignoredCalls: null },
    });
    const event = { id: foundId(id, "appeared"), projectId, issueId: id, userId: null, detail: "" };
    await records.addEvent({ ...event, kind: "appeared", at: firstAt });
    return;
  }
  const regression = regressionOf(known, calls.releases);
  const seen = {
    ...known,
    firstAt: firstAt < known.firstAt ? firstAt : known.firstAt,
    lastAt: lastAt > known.lastAt ? lastAt : known.lastAt,
  };
  if (regression === null) return await records.save(seen);
  const { release, lastAt: at } = regression;
  await records.save({ ...seen, status: "open", regressedAt: at, regressedRelease: release });
  const event = { projectId, issueId: known.id, userId: null, detail: release };
  const id = foundId(known.id, "regressed", known.changedAt);
  await records.addEvent({ ...event, id, kind: "regressed", at });
}

/** Returns the ignored issues among those with new calls that have got as many calls as they were ignored for. */
async function endedByCalls(
  { taskStore }: Pick<Services, "taskStore">,
  issues: readonly IssueRecord[],
  signal: AbortSignal,
): Promise<readonly IssueRecord[]> {
  const ended: IssueRecord[] = [];
  for (const issue of issues) {
    if (issue.status !== "ignored" || issue.ignoredCalls === null) continue;
    const conditions = [rangeCondition({ after: issue.changedAt, before: null })];
    const query = issueCountQuery({ ...issue, conditions });
    const [row] = await taskStore.read<{ calls: number }>({ ...query, signal });
    if ((row?.calls ?? 0) >= issue.ignoredCalls) ended.push(issue);
  }
  return ended;
}

async function endIgnoring(records: IssueRecords, { projectId, id, changedAt }: IssueRecord, now: EngineTime) {
  const known = await records.find(projectId, id);
  // A person was faster.
  if (known === null || known.status !== "ignored" || known.changedAt !== changedAt) return;
  await records.save({ ...known, status: "open", ignoredUntil: null, ignoredCalls: null });
  const event = { projectId, issueId: id, userId: null, detail: "", at: now };
  await records.addEvent({ ...event, id: foundId(id, "reopened", changedAt), kind: "reopened" });
}
