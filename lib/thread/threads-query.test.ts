import { describe, expect, it } from "vitest";
import { MAX_THREAD_CONDITIONS } from "@/lib/api/contract/calls/thread-conditions";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { matchesThread, threadsQuery } from "./threads-query";

const thread = (members: Partial<Thread> = {}): Thread => ({
  thread_id: "thr_41d07a",
  turn_count: 6,
  start_time: "2026-11-20T14:21:04Z",
  last_updated: "2026-11-20T14:31:47Z",
  p50_turn_duration_ms: 4870,
  p99_turn_duration_ms: 11_200,
  ...members,
});

const finds = (text: string, row = thread(), messages: string | null = "what would the earliest nonstop cost me?") =>
  matchesThread(threadsQuery(text), row, messages);

describe("a query for threads", () => {
  it("sends ids to the service, and nothing else", () => {
    expect(threadsQuery("thread:a,b p99:>1s bags")).toMatchObject({ threadIds: ["a", "b"], termCount: 3 });
    expect(threadsQuery("p99:>1s").threadIds).toBeNull();
    expect(threadsQuery("-thread:a").threadIds).toBeNull();
  });

  it("asks for the turns of a source, unless it names one itself", () => {
    const isTraining = { $expr: { $eq: [{ $getField: "source" }, { $literal: "training" }] } };
    const callsOf = (text: string) => threadsQuery(text, { source: "training" }).calls;
    expect(callsOf("")).toEqual([{ filter: {}, query: isTraining }]);
    expect(callsOf("status:error")).toHaveLength(2);
    expect(callsOf("-source:arena")).toEqual(threadsQuery("-source:arena").calls);
    expect(threadsQuery("").calls).toEqual([]);
  });

  it("has room for the condition on the source", () => {
    const terms = (count: number) => Array.from({ length: count }, (_, at) => `op:op${at}`).join(" ");
    const { calls, problems } = threadsQuery(terms(MAX_THREAD_CONDITIONS), { source: "arena" });
    expect([calls.length, problems.length]).toEqual([MAX_THREAD_CONDITIONS, 1]);
  });

  it("finds nothing for two different ids at once, and never requests all threads instead", () => {
    const query = threadsQuery("thread:a thread:b");
    expect(query.threadIds).toEqual([]);
    expect(matchesThread(query, thread({ thread_id: "a" }), null)).toBe(false);
  });

  it.each([
    ["p99:>11s", true],
    ["p99:>11.2s", false],
    ["p99:>=11.2s", true],
    ["p50:<5s", true],
    ["-p50:<5s", false],
    ["turns:6", true],
    ["turns:<=5", false],
    ["p99:>1s turns:>6", false],
  ])("compares the figures of loaded rows: %s", (text, isFound) => expect(finds(text)).toBe(isFound));

  it.each([
    ["EARLIEST", true],
    ["41D0", true],
    ["earliest refund", false],
    ["-earliest", false],
    ["thread:~41d", true],
    ["-thread:thr_41d07a", false],
  ])("finds text in ids and messages, ignoring case: %s", (text, isFound) => expect(finds(text)).toBe(isFound));

  it("does not find text in messages that were not read", () => {
    expect(finds("earliest", thread(), null)).toBe(false);
    expect(finds("thr_41", thread(), null)).toBe(true);
    expect(threadsQuery("earliest").shouldSearchMessages).toBe(true);
    expect(threadsQuery("p99:>1s").shouldSearchMessages).toBe(false);
  });

  it("sends terms about calls to the service, a negated one as none of the calls", () => {
    const reward = { $gt: [{ $getField: "score.reward" }, { $literal: 0.5 }] };
    const failed = { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] };
    const query = threadsQuery("score.reward:>0.5 -status:error key:mia p99:>1s");
    expect(query.calls).toEqual([
      { filter: {}, query: { $expr: reward } },
      { filter: {}, query: { $expr: failed }, none: true },
      { filter: { svc_user_ids: ["mia"] } },
    ]);
    expect(query).toMatchObject({ scoreFields: ["score.reward"], problems: [], termCount: 4 });
    expect(query.tests).toHaveLength(1);
  });

  it("finds an op also by its reference in the project", () => {
    expect(threadsQuery("op:chat", { projectId: "e/p" }).calls).toEqual([
      { filter: { op_names: ["chat", "weave:///e/p/op/chat:*"] } },
    ]);
  });

  it("reports terms about calls where the service would ignore them", () => {
    const query = threadsQuery("score.reward:1 turns:>1", { canFilterCalls: false });
    expect(query.calls).toEqual([]);
    expect(query.problems).toMatchObject([{ text: "score.reward:1", message: expect.stringMatching(/by id only/) }]);
  });

  it("reports why a term about calls cannot be read", () => {
    expect(threadsQuery("score.reward:>good").problems).toMatchObject([{ message: expect.stringMatching(/number/) }]);
    expect(threadsQuery("status:odd").problems).toHaveLength(1);
  });

  it("treats a thread without a finished turn as neither fast nor slow", () => {
    const running = thread({ p99_turn_duration_ms: null });
    expect([finds("p99:>1s", running), finds("p99:<1s", running)]).toEqual([false, false]);
  });

  it.each([["p99:soon"], ["turns:many"], ["colour:red"], ["p99:~1"], ["thread:>a"], ['thread:"a']])(
    "matches no thread with unsupported terms, and reports them: %s",
    (text) => {
      const query = threadsQuery(text);
      expect(query.problems).toHaveLength(1);
      expect(finds(text, thread({}))).toBe(false);
    },
  );
});
