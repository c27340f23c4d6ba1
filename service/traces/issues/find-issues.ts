import { v7 as uuid7 } from "uuid";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { ProductEvent } from "@/service/traces/events/product-event";
import { recordEvent } from "@/service/traces/events/record-event";
import type { Services } from "@/service/traces/handlers/handler";
import { type EngineTime, engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { rangeCondition } from "@/service/traces/store/figures/figures-query";
import { issueCountQuery } from "@/service/traces/store/figures/issue-figures";
import { readNewAnswerProblems } from "@/service/traces/store/figures/new-answer-problems";
import { type FailurePlace, type FoundFailures, readNewFailures } from "@/service/traces/store/figures/new-failures";
import { readNewFalseScores } from "@/service/traces/store/figures/new-false-scores";
import { groupedBy, groupFailures, type NewCalls } from "./group-failures";
import { regressionOf } from "./issue-course";
import { foundId } from "./issue-digest";
import { issueOpened } from "./issue-opened";
import { type IssueRecord, IssueRecords } from "./issue-records";

/** Failed calls, or scores, that are read at a time; all others wait in the store. */
const BATCH_SIZE = 5000;

/** Scores are looked at when no other can come that is older: services take turns, and have clocks of their own. */
const SETTLED_MS = 10_000;

/** Of more in a project the texts of exceptions have no pattern, and a list of them helps nobody. */
const MAX_ISSUES = 10_000;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface Parts {
  readonly state: ServiceState;
  readonly services: Pick<Services, "taskStore" | "imports">;
}

/** One way of looking, with a place of its own. */
interface Look {
  readonly name: "recent" | "all" | "scores" | "answers";
  readonly read: (after: FailurePlace) => Promise<FoundFailures>;
}

/** When it is, and what counts as recent then. */
interface Clock {
  readonly now: EngineTime;
  readonly dayAgo: EngineTime;
}

const engineTimeAt = (timeMs: number): EngineTime => engineTimeOf(Math.trunc(timeMs) * 1000);

/**
 * Finds the issues of calls that failed since the last look, of all projects: calls of the last day, their answers, and scores
 * each minute, and each hour failed calls that started earlier and came late. Looking twice at a call changes nothing, so ways of looking may
 * overlap, and two services may look at once.
 * @param isFirst whether this service has not looked yet: then earlier calls do not wait for their hour
 */
export async function findIssues(
  parts: Parts,
  { nowMs, isFirst }: { readonly nowMs: number; readonly isFirst: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { taskStore } = parts.services;
  const clock = { now: engineTimeAt(nowMs), dayAgo: engineTimeAt(nowMs - DAY_MS) };
  const { lookedAt } = await new IssueRecords(parts.state).place("all");
  const isDue = isFirst || lookedAt === null || lookedAt <= engineTimeAt(nowMs - HOUR_MS);
  const failed = (name: Look["name"], since: EngineTime | null): Look => ({
    name,
    read: (after) => readNewFailures(taskStore, { after, since, limit: BATCH_SIZE }, signal),
  });
  const before = engineTimeAt(nowMs - SETTLED_MS);
  const looks: Look[] = [
    // The first look at everything finds what the other would.
    ...(isDue ? [failed("all", null)] : []),
    failed("recent", clock.dayAgo),
    {
      name: "answers",
      read: (after) => readNewAnswerProblems(taskStore, { after, since: clock.dayAgo, limit: BATCH_SIZE }, signal),
    },
    { name: "scores", read: (after) => readNewFalseScores(taskStore, { after, before, limit: BATCH_SIZE }, signal) },
  ];
  for (const look of looks) await lookOnce(parts, look, clock, signal);
}

async function lookOnce({ state, services }: Parts, look: Look, clock: Clock, signal: AbortSignal): Promise<void> {
  const records = new IssueRecords(state);
  for (;;) {
    signal.throwIfAborted();
    const { place: after } = await records.place(look.name);
    const found = await look.read(after);
    const isTaken = await take({ state, services }, { look, after, found, clock }, signal);
    if (!isTaken || !found.hasMore) return;
  }
}

interface Batch {
  readonly look: Look;
  readonly after: FailurePlace;
  readonly found: FoundFailures;
  readonly clock: Clock;
}

/** Stores what a batch of calls shows, together with the place after it. False when another service was faster. */
async function take({ state, services }: Parts, batch: Batch, signal: AbortSignal): Promise<boolean> {
  const { look, after, found, clock } = batch;
  // The issues of a project that is imported come with it.
  const whole = found.calls.filter(({ projectId }) => !services.imports.has(projectId));
  const seen = groupFailures(whole);
  const before = await knownIssues(new IssueRecords(state), seen);
  const groups: NewCalls[] = [];
  // One after the other: they are few, and none is waited for.
  for (const group of seen)
    groups.push(before.has(keyOf(group)) ? group : await withFirstCall(services, group, signal));
  const ended = await endedByCalls(services, [...before.values()], signal);
  return await state.transaction().execute(async (transaction) => {
    const records = new IssueRecords(transaction);
    if (!(await records.moveOn(look.name, after, found.place))) return false;
    await records.noteLook(look.name, clock.now);
    const known = await knownIssues(records, groups);
    for (const [projectId, ofProject] of groupedBy(groups, (group) => group.projectId)) {
      let left = MAX_ISSUES - (await records.count(projectId));
      for (const group of ofProject) {
        const issue = known.get(keyOf(group)) ?? null;
        if (issue === null && left-- <= 0) continue;
        const opened = await takeGroup(records, issue, group);
        // What is stored late is no news.
        if (opened && group.lastAt >= clock.dayAgo) await recordEvent(transaction, opened);
      }
    }
    for (const issue of ended) await endIgnoring(records, issue, clock.now);
    return true;
  });
}

/** The calls of a new issue may be older than those that were looked at, as in a project that was imported. */
async function withFirstCall(
  { taskStore }: Pick<Services, "taskStore">,
  group: NewCalls,
  signal: AbortSignal,
): Promise<NewCalls> {
  const query = issueCountQuery({ ...group, conditions: [] });
  const [row] = await taskStore.read<{ calls: number; firstAt: EngineTime }>({ ...query, signal });
  return row === undefined || row.calls === 0 || row.firstAt >= group.firstAt
    ? group
    : { ...group, firstAt: row.firstAt };
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

/** Stores what new calls say of their issue. Returns the event of one that they open, otherwise null. */
async function takeGroup(
  records: IssueRecords,
  known: IssueRecord | null,
  calls: NewCalls,
): Promise<ProductEvent | null> {
  const { projectId, digest, kind, op, pattern, firstAt, lastAt } = calls;
  if (known === null) {
    const id = uuid7();
    const issue: IssueRecord = {
      ...{ id, projectId, digest, kind, op, pattern, status: "open", firstAt, lastAt, owner: null, note: "" },
      ...{ changedAt: null, knownReleases: [], regressedAt: null, regressedRelease: "" },
      ...{ ignoredUntil: null, ignoredCalls: null },
    };
    await records.add(issue);
    const event = { id: foundId(id, "appeared"), projectId, issueId: id, userId: null, detail: "" };
    await records.addEvent({ ...event, kind: "appeared", at: firstAt });
    return issueOpened(issue, { state: "new", at: firstAt, release: "" });
  }
  const regression = regressionOf(known, calls.releases);
  await records.change(known.id, {
    firstAt: firstAt < known.firstAt ? firstAt : known.firstAt,
    lastAt: lastAt > known.lastAt ? lastAt : known.lastAt,
  });
  if (regression === null) return null;
  const { release, lastAt: at } = regression;
  const course = { status: "open", regressedAt: at, regressedRelease: release } as const;
  if (!(await records.changeFound(known, course))) return null;
  const event = { projectId, issueId: known.id, userId: null, detail: release };
  const id = foundId(known.id, "regressed", known.changedAt);
  await records.addEvent({ ...event, id, kind: "regressed", at });
  return issueOpened(known, { state: "regressed", at, release });
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

async function endIgnoring(records: IssueRecords, issue: IssueRecord, now: EngineTime): Promise<void> {
  const { projectId, id, changedAt } = issue;
  const course = { status: "open", ignoredUntil: null, ignoredCalls: null } as const;
  if (!(await records.changeFound(issue, course))) return;
  const event = { projectId, issueId: id, userId: null, detail: "", at: now };
  await records.addEvent({ ...event, id: foundId(id, "reopened", changedAt), kind: "reopened" });
}
