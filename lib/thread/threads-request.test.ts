import { describe, expect, it } from "vitest";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { changesOf, DEFAULT_SORT, knownSort, newestThreadsBody, remainingWindow, threadsBody } from "./threads-request";

const selection = { projectId: "demo/airline", threadIds: null, fromMs: null, toMs: null };
const all = { from: 0, limit: null };
const at = "2026-11-20T10:00:00.000Z";

const thread = (thread_id: string, turn_count = 1): Thread => ({
  thread_id,
  turn_count,
  start_time: at,
  last_updated: at,
});

describe("a request for threads", () => {
  it("names the window, the ids and the sort, with the id between equals", () => {
    const request = { ...selection, threadIds: ["a"], fromMs: Date.parse(at), toMs: Date.parse(at) + 1000 };
    expect(threadsBody(request, { field: "turn_count", direction: "asc" }, { from: 40, limit: 10 })).toEqual({
      project_id: "demo/airline",
      filter: { thread_ids: ["a"], after_datetime: at, before_datetime: "2026-11-20T10:00:01.000Z" },
      sort_by: [
        { field: "turn_count", direction: "asc" },
        { field: "thread_id", direction: "asc" },
      ],
      offset: 40,
      limit: 10,
    });
  });

  it("continues after the loaded threads, and never past its end", () => {
    expect(remainingWindow({ from: 40, limit: 10 }, 4)).toEqual({ from: 44, limit: 6 });
    expect(remainingWindow({ from: 40, limit: 10 }, 10)).toEqual({ from: 50, limit: 0 });
    expect(remainingWindow({ from: 0, limit: null }, 4)).toEqual({ from: 4, limit: null });
  });

  it("contains conditions on calls only when there are some", () => {
    const calls = [{ filter: { svc_user_ids: ["mia"] }, none: true }];
    expect(threadsBody({ ...selection, calls }, DEFAULT_SORT, all).filter).toEqual({ calls });
    expect(threadsBody({ ...selection, calls: [] }, DEFAULT_SORT, all).filter).toEqual({});
  });

  it("sorts by a score where the service knows scores", () => {
    const sort = { field: "score.reward", direction: "desc" } as const;
    expect(knownSort(sort)).toBe(sort);
    expect(knownSort(sort, false)).toEqual(DEFAULT_SORT);
  });

  it("sorts by the id alone only once", () => {
    expect(threadsBody(selection, { field: "thread_id", direction: "desc" }, all).sort_by).toEqual([
      { field: "thread_id", direction: "desc" },
    ]);
  });

  it("uses the newest first for a sort that services refuse", () => {
    const refused = threadsBody(selection, { field: "colour", direction: "asc" }, all);
    expect(refused).toEqual(threadsBody(selection, { field: "last_updated", direction: "desc" }, all));
    expect(newestThreadsBody(selection, 5)).toEqual({ ...refused, limit: 5 });
  });
});

describe("a check of the newest threads", () => {
  it("distinguishes changed rows from new ones, and reports nothing for equal ones", () => {
    const { changed, newCount } = changesOf([thread("a"), thread("b")], [thread("c"), thread("b", 2), thread("a")]);
    expect([...changed]).toEqual([["b", thread("b", 2)]]);
    expect(newCount).toBe(1);
  });
});
