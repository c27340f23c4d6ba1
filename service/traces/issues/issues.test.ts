import fc from "fast-check";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Issue, type IssueAction, issueChange } from "@/lib/api/contract/issues/issues";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import { issueCallsQuery } from "@/lib/calls/issue-calls-query";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { Leases } from "@/service/kernel/state/leases";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { deleteManyCalls } from "@/service/traces/operations/calls/calls-delete";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { sized } from "@/test/setup/test-length";
import { findIssues } from "./find-issues";
import { Issues } from "./issues";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 300_000 });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BEGIN_MS = Date.parse("2026-11-20T10:00:00Z");
const log = pino({ level: "silent" });
const identity = { userId: "ada", name: "ada", projects: null };

let service: TestService;
let place: TemporaryState;
let leases: Leases;
let issues: Issues;
let nowMs = BEGIN_MS;
let project: string;
let projects = 0;

beforeAll(async () => {
  service = await sharedTestService();
  place = await openTemporaryState();
  leases = await Leases.open(place.state, { log, durationMs: 30_000 });
  issues = new Issues({ state: place.state, services: service.services, leases, log, now: () => nowMs });
  // Only the first look of a service does not wait for the hour of earlier calls.
  await issues.look();
});

beforeEach(() => {
  projects += 1;
  project = `demo/issues-${projects}`;
  // Time never goes back: the hourly look is due once an hour.
  nowMs += DAY_MS;
});

afterAll(async () => {
  await issues.close();
  await leases.close();
  await place.remove();
});

interface Logged {
  readonly minute?: number;
  readonly op?: string;
  /** Null for a call that succeeded. */
  readonly exception?: string | null;
  readonly user?: string | undefined;
  readonly thread?: string | undefined;
  readonly release?: string | undefined;
  readonly env?: string | undefined;
  readonly isOfEvaluation?: boolean;
}

let calls = 0;
let scores = 0;

/** Logs calls that start so many minutes after now, and returns their ids. */
async function logCalls(...given: readonly Logged[]): Promise<string[]> {
  const ids: string[] = [];
  const parts = given.flatMap(
    ({ minute = 0, op = "search", exception = "Slow: 1 s", user, thread, release, env, isOfEvaluation }) => {
      calls += 1;
      const call = { projectId: project, id: `${project}-${calls}` };
      ids.push(call.id);
      const startedAt = engineTimeOf((nowMs + minute * MINUTE_MS) * 1000);
      const own = { ...(user && { user_id: user }), ...(release && { release }), ...(env && { env }) };
      const attributes = payload({ ...own, ...(isOfEvaluation && { _weave_eval_meta: {} }) });
      return [
        startPart({ ...call, opName: op, startedAt, traceId: `t-${calls}`, threadId: thread ?? null, attributes }),
        endPart({ ...call, endedAt: startedAt, exception }),
      ];
    },
  );
  await service.calls.write(parts);
  return ids;
}

interface Scored {
  readonly callId: string;
  readonly value: unknown;
  readonly name?: string;
  readonly secondsAgo?: number;
}

/** Stores scores of calls, old enough for the next look. */
async function score(...given: readonly Scored[]): Promise<void> {
  const rows = given.map(({ callId, value, name = "right", secondsAgo = 20 }) => {
    scores += 1;
    return {
      ...{ project_id: project, weave_ref: `weave:///${project}/call/${callId}`, id: `score-${scores}`, is_purged: 0 },
      ...{ user_id: "ada", creator: null, created_at: engineTimeOf((nowMs - secondsAgo * 1000) * 1000) },
      ...{ feedback_type: `wandb.runnable.${name}`, payload: JSON.stringify({ output: value }) },
      ...{ annotation_ref: "", runnable_ref: "", call_ref: "", trigger_ref: "" },
    };
  });
  await service.services.feedback.write(rows);
}

const reader = () => ({ store: service.store, signal: new AbortController().signal });
const list = (range: object = {}) => issues.list(reader(), { project_id: project, ...range });
const read = (id: string, range: object = {}) => issues.read(reader(), { project_id: project, issue_id: id, ...range });

async function change(id: string, action: IssueAction) {
  const body = issueChange.parse({ project_id: project, issue_id: id, action });
  return await issues.change(reader(), body, identity);
}

/** Looks for issues, and returns the only one. */
async function only() {
  await issues.look();
  const [issue, ...others] = (await list()).issues;
  if (issue === undefined || others.length > 0) throw new Error(`${others.length} other issues`);
  return issue;
}

const kinds = async (id: string) => (await read(id)).events.map(({ kind }) => kind);

/** The ids of the calls that the list of traces shows for an issue. */
async function listedCalls(issue: Pick<Issue, "kind" | "op" | "pattern">): Promise<string[]> {
  const query = issueCallsQuery(issue);
  const compiled = compileSelection({ projectId: project, query, areRootsOnly: false, fromMs: null, toMs: null });
  expect(compiled.problems).toEqual([]);
  const body = callCountBody(project, compiled);
  return (await service.lines<{ id: string }>("calls.streamQuery", streamCalls, body)).map(({ id }) => id).sort();
}

describe("issues", () => {
  it("join calls of one op whose exceptions differ in numbers, ids and quoted values", async () => {
    await logCalls(
      { exception: "KeyError: 'seat'" },
      { exception: "KeyError: 'row'" },
      { exception: 'Error code: 429 - {"error": {"type": "rate_limit", "message": "Try again in 2 s"}}' },
      { exception: 'Error code: 429 - {"error": {"type": "rate_limit", "message": "Try again in 9 s"}}' },
      { exception: 'Error code: 400 - {"error": {"type": "content_filter", "message": "Refused"}}' },
      { exception: "I can't find Ann's seat, and won't" },
      { op: "book", exception: "KeyError: 'row'" },
      { exception: null },
    );
    await issues.look();
    const found = (await list()).issues.map(({ op, pattern, call_count }) => [op, pattern, call_count]);
    expect(found.sort()).toEqual([
      ["book", "KeyError: '…'", 1],
      ["search", "Error code: 400 - {'error': {'type': 'content_filter', 'message': \"…\"}}", 1],
      ["search", "Error code: 429 - {'error': {'type': 'rate_limit', 'message': \"…\"}}", 2],
      ["search", "I can't find Ann's seat, and won't", 1],
      ["search", "KeyError: '…'", 2],
    ]);
  });

  it("are new, then ongoing, and know their first and their newest call", async () => {
    await logCalls({ minute: -50 });
    const first = await only();
    expect(first).toMatchObject({ state: "new", op: "search", pattern: "Slow: … s" });
    await logCalls({ minute: -10 }, { minute: -90 });
    expect(await only()).toMatchObject({
      ...{ id: first.id, call_count: 3 },
      first_at: new Date(nowMs - 90 * MINUTE_MS).toISOString().replace(".000", ""),
      last_at: new Date(nowMs - 10 * MINUTE_MS).toISOString().replace(".000", ""),
    });
    nowMs += DAY_MS;
    expect(await only()).toMatchObject({ id: first.id, state: "ongoing" });
    expect(await kinds(first.id)).toEqual(["appeared"]);
  });

  it("know their first call also where it is older than a look, and are then not new", async () => {
    await issues.look();
    await logCalls({ minute: -5 }, { minute: -9 * 24 * 60 });
    const found = await only();
    expect(found).toMatchObject({ state: "ongoing", call_count: 2 });
    expect(found.first_at).toBe(new Date(nowMs - 9 * DAY_MS).toISOString().replace(".000", ""));
  });

  it("are found once, also by calls that come late and where two services look at once", async () => {
    await logCalls({ minute: -5 }, { op: "book" }, { minute: -20 * 24 * 60, exception: "Old: 1" });
    // Of two services that look at once, as when one has lost its lease without knowing.
    const parts = { state: place.state, services: service.services };
    await Promise.all([0, 1, 2].map(() => findIssues(parts, { nowMs, isFirst: true }, new AbortController().signal)));
    expect((await list()).issues).toHaveLength(3);
    await logCalls({ minute: -30 * 24 * 60, exception: "Older: a" });
    await issues.look();
    // The calls of the last day are looked at each minute, the others each hour.
    expect((await list()).issues).toHaveLength(3);
    nowMs += HOUR_MS;
    await issues.look();
    const { issues: found } = await list();
    expect(found.map(({ pattern }) => pattern).sort()).toEqual(["Old: …", "Older: a", "Slow: … s", "Slow: … s"]);
    for (const { id } of found) expect(await kinds(id)).toEqual(["appeared"]);
  });

  it("come back by a release that never failed, and not by one that still runs", async () => {
    await logCalls({ release: "v13", minute: -5 });
    const { id } = await only();
    expect(await change(id, { kind: "resolve" })).toMatchObject({ state: "resolved" });
    await logCalls({ release: "v13", minute: 1 });
    expect(await only()).toMatchObject({ state: "resolved", call_count: 2 });
    await logCalls({ release: "v14", minute: 2 });
    expect(await only()).toMatchObject({ state: "regressed", regressed_release: "v14" });
    expect(await kinds(id)).toEqual(["regressed", "resolved", "appeared"]);
    await change(id, { kind: "resolve" });
    await logCalls({ release: "v14", minute: 3 });
    expect(await only()).toMatchObject({ state: "resolved" });
  });

  it("come back by time where calls name no release", async () => {
    await logCalls({ minute: -5 });
    const { id } = await only();
    await change(id, { kind: "resolve" });
    await logCalls({ minute: -1 });
    expect(await only()).toMatchObject({ state: "resolved" });
    await logCalls({ minute: 1 });
    expect(await only()).toMatchObject({ state: "regressed", regressed_release: "" });
    nowMs += HOUR_MS;
    await issues.look();
    expect(await kinds(id)).toEqual(["regressed", "resolved", "appeared"]);
  });

  it("are ignored until a time, or until so many more calls", async () => {
    await logCalls({ minute: -5 });
    const { id } = await only();
    const until = new Date(nowMs + HOUR_MS).toISOString();
    expect(await change(id, { kind: "ignore", until })).toMatchObject({ state: "ignored" });
    nowMs += HOUR_MS;
    expect(await only()).toMatchObject({ state: "new" });
    await change(id, { kind: "ignore", calls: 3 });
    await logCalls({ minute: 1 }, { minute: 2 });
    expect(await only()).toMatchObject({ state: "ignored", ignored_calls: 3 });
    await logCalls({ minute: 3 });
    expect(await only()).toMatchObject({ state: "new", ignored_calls: null });
    expect(await kinds(id)).toEqual(["reopened", "ignored", "ignored", "appeared"]);
    await expect(change(id, { kind: "ignore", until: new Date(nowMs).toISOString() })).rejects.toThrow("future");
  });

  it("have an owner and a note, and are deleted with their history", async () => {
    await logCalls({});
    const { id } = await only();
    await change(id, { kind: "assign", user_id: "bob" });
    await change(id, { kind: "note", note: "Since the new index" });
    expect(await read(id)).toMatchObject({
      ...{ owner: "bob", note: "Since the new index", state: "new" },
      events: [{ kind: "noted", user_id: "ada" }, { kind: "assigned", detail: "bob" }, { kind: "appeared" }],
    });
    expect(await issues.remove("demo/other", [id])).toBe(0);
    expect(await issues.remove(project, [id])).toBe(1);
    await expect(read(id)).rejects.toThrow(NotFoundError);
    nowMs += HOUR_MS;
    await issues.look();
    expect((await list()).issues).toEqual([]);
  });

  it("keep what two people change at once, and new calls meanwhile", async () => {
    await logCalls({ minute: -5 });
    const { id } = await only();
    await logCalls({ minute: -1 });
    await Promise.all([
      change(id, { kind: "resolve" }),
      change(id, { kind: "note", note: "Fixed" }),
      change(id, { kind: "assign", user_id: "bob" }),
      issues.look(),
    ]);
    expect(await only()).toMatchObject({
      ...{ state: "resolved", note: "Fixed", owner: "bob" },
      last_at: new Date(nowMs - MINUTE_MS).toISOString().replace(".000", ""),
    });
  });

  it("are scores that are false, by the newest one of each call, and none of an evaluation", async () => {
    const [corrected = "", wrong = "", nested = "", other = "", evaluated = ""] = await logCalls(
      ...Array.from({ length: 4 }, () => ({ minute: -5, exception: null })),
      { minute: -5, exception: null, isOfEvaluation: true },
    );
    await score(
      { callId: corrected, value: false, secondsAgo: 40 },
      { callId: corrected, value: true },
      { callId: wrong, value: true, secondsAgo: 40 },
      { callId: wrong, value: false },
      { callId: nested, value: { within: false, distance: 0 }, name: "close" },
      { callId: other, value: "false alarm", name: "tone" },
      { callId: evaluated, value: false, name: "policy" },
      // Too new: another service may still store an older one.
      { callId: other, value: false, name: "late", secondsAgo: 1 },
    );
    await issues.look();
    const { issues: found, error_count } = await list();
    expect(error_count).toBe(0);
    expect(found.map(({ kind, op, pattern, call_count }) => [kind, op, pattern, call_count]).sort()).toEqual([
      ["score", "search", "score.close.within@scorer", 1],
      ["score", "search", "score.right@scorer", 1],
    ]);
    const right = found.find(({ pattern }) => pattern === "score.right@scorer");
    expect(right && (await listedCalls(right))).toEqual([wrong]);
    nowMs += MINUTE_MS;
    await issues.look();
    expect((await list()).issues.map(({ pattern }) => pattern)).toContain("score.late@scorer");
  });

  it("count no deleted call, and say 0 of a range without one", async () => {
    const [first = ""] = await logCalls({ minute: -5, user: "ann" }, { minute: -4 });
    const { id } = await only();
    await service.ask("calls.delete", deleteManyCalls, { project_id: project, call_ids: [first] });
    expect(await only()).toMatchObject({ call_count: 1, user_count: 0 });
    const range = { after: new Date(nowMs).toISOString(), before: new Date(nowMs + HOUR_MS).toISOString() };
    expect((await list(range)).issues).toMatchObject([{ id, call_count: 0, part_counts: new Array(30).fill(0) }]);
    expect(await read(id, range)).toMatchObject({ call_count: 0, op_call_count: 0, examples: [], common: [] });
  });
});

const drawnCall = fc.record({
  minute: fc.integer({ min: -600, max: -1 }),
  op: fc.constantFrom("search", "book"),
  cause: fc.constantFrom(null, 0, 1, 2),
  number: fc.nat(999),
  user: fc.option(fc.constantFrom("ann", "bob", "cy"), { nil: undefined }),
  thread: fc.option(fc.constantFrom("1", "2", "3"), { nil: undefined }),
  release: fc.option(fc.constantFrom("v1", "v2"), { nil: undefined }),
  env: fc.constantFrom("dev", "prod"),
  isRight: fc.option(fc.boolean(), { nil: undefined }),
});

/** What the exceptions of each cause have in common, written by hand. */
const CAUSES: readonly { exception: (number: number) => string; pattern: string }[] = [
  { exception: (number) => `TimeoutError: no answer in ${number} ms`, pattern: "TimeoutError: no answer in … ms" },
  { exception: (number) => `KeyError: 'seat ${number}'`, pattern: "KeyError: '…'" },
  { exception: (number) => `a-${number}, "quoted \\ ${number}"`, pattern: '…, "…"' },
];

const attributesOf = ({ env, release, user }: Logged): Readonly<Record<string, string | undefined>> => ({
  "attributes.env": env,
  "attributes.release": release,
  "attributes.user_id": user,
});

const distinct = (values: readonly (string | undefined)[]) =>
  new Set(values.filter((value) => value !== undefined)).size;

it("counts calls, users, threads, releases, parts and attributes as the calls themselves say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawnCall, { minLength: 1, maxLength: 40 }), async (drawn) => {
      projects += 1;
      project = `demo/issues-${projects}`;
      nowMs += DAY_MS;
      const ids = await logCalls(
        ...drawn.map(({ cause, number, isRight: _, ...call }) => ({
          ...call,
          exception: cause === null ? null : (CAUSES[cause]?.exception(number) ?? ""),
        })),
      );
      const scored = drawn.flatMap(({ isRight }, at) =>
        isRight === undefined ? [] : [{ callId: ids[at] ?? "", value: isRight }],
      );
      await score(...scored);
      await issues.look();
      const [fromMs, toMs] = [nowMs - 600 * MINUTE_MS, nowMs];
      const range = { after: new Date(fromMs).toISOString(), before: new Date(toMs).toISOString() };
      const { issues: found, ...totals } = await list(range);
      expect(totals).toMatchObject({
        ...{ call_count: drawn.length, error_count: drawn.filter(({ cause }) => cause !== null).length },
        ...{ user_count: distinct(drawn.map(({ user }) => user)), is_cut: false },
        thread_count: distinct(drawn.map(({ thread }) => thread)),
      });
      for (const issue of found) {
        const isScore = issue.kind === "score";
        const isOfIssue = ({ op, cause, isRight }: (typeof drawn)[number]) =>
          op === issue.op && (isScore ? isRight === false : cause !== null && CAUSES[cause]?.pattern === issue.pattern);
        const own = drawn.filter(isOfIssue);
        const ofOp = drawn.filter(({ op, isRight }) => op === issue.op && (!isScore || isRight !== undefined));
        const others = ofOp.filter(({ cause, isRight }) => (isScore ? isRight === true : cause === null));
        const parts = new Array<number>(30).fill(0);
        for (const { minute } of own) {
          const part = Math.floor(((nowMs + minute * MINUTE_MS - fromMs) * 30) / (toMs - fromMs));
          parts[part] = (parts[part] ?? 0) + 1;
        }
        const counts = {
          call_count: own.length,
          user_count: distinct(own.map(({ user }) => user)),
          thread_count: distinct(own.map(({ thread }) => thread)),
          part_counts: parts,
        };
        expect(issue).toMatchObject(counts);
        const detail = await read(issue.id, range);
        expect(detail).toMatchObject({
          ...counts,
          ...{ op_call_count: ofOp.length, op_user_count: distinct(ofOp.map(({ user }) => user)) },
          op_thread_count: distinct(ofOp.map(({ thread }) => thread)),
          compared_call_count: own.length,
          compared_other_count: others.length,
        });
        for (const { release, call_count, op_call_count } of detail.releases) {
          expect(call_count).toBe(own.filter((call) => call.release === release).length);
          expect(op_call_count).toBe(ofOp.filter((call) => call.release === release).length);
        }
        expect(detail.releases).toHaveLength(distinct(own.map(({ release }) => release)));
        const firstMinutes = [...new Set(ofOp.map(({ release }) => release))].flatMap((release) => {
          const first = Math.min(...ofOp.filter((call) => call.release === release).map(({ minute = 0 }) => minute));
          // The range has 600 minutes before now: 20 in each part.
          return release === undefined || first < -580 ? [] : [{ release, at: nowMs + first * MINUTE_MS }];
        });
        const marked = detail.marked_releases.map(({ release, at }) => ({ release, at: Date.parse(at) }));
        const inOrder = (releases: typeof marked) =>
          releases.toSorted((a, b) => a.at - b.at || (a.release < b.release ? -1 : 1));
        expect(inOrder(marked)).toEqual(inOrder(firstMinutes));
        expect(marked.map(({ at }) => at)).toEqual(inOrder(marked).map(({ at }) => at));
        for (const { user, call_count } of detail.users)
          expect(call_count).toBe(own.filter((call) => call.user === user).length);
        for (const { field, value, call_count, other_count } of detail.common) {
          const has = (call: (typeof drawn)[number]) => attributesOf(call)[field] === value;
          expect(call_count).toBe(own.filter(has).length);
          expect(other_count).toBe(others.filter(has).length);
        }
        const ownIds = drawn.flatMap((call, at) => (isOfIssue(call) ? [ids[at]] : []));
        expect(await listedCalls(issue)).toEqual(ownIds.sort());
      }
      const causes = drawn.flatMap(({ op, cause }) => (cause === null ? [] : [`${op} ${cause}`]));
      const wrong = drawn.flatMap(({ op, isRight }) => (isRight === false ? [op] : []));
      expect(found).toHaveLength(new Set(causes).size + new Set(wrong).size);
    }),
    { numRuns: sized({ once: 3, all: 8, long: 100 }) },
  );
});
