import { describe, expect, it } from "vitest";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { threadsFile, threadsFileName } from "./prepare-threads-export";

const thread: Thread = {
  thread_id: "=HYPERLINK(1)",
  turn_count: 3,
  start_time: "2026-11-20T10:00:00Z",
  last_updated: "2026-11-20T10:05:00Z",
  first_turn_id: "a",
  last_turn_id: null,
  p50_turn_duration_ms: 1250.5,
  owner: "team-a",
};

describe("a thread export", () => {
  it("has the names of the interface, empty cells for missing values, and no formula", () => {
    const [head, row] = threadsFile([thread], "csv").split("\r\n");
    expect(head).toBe(
      "\ufeffthread_id,turn_count,start_time,last_updated,first_turn_id,last_turn_id,p50_turn_duration_ms,p99_turn_duration_ms",
    );
    expect(row).toBe("'=HYPERLINK(1),3,2026-11-20T10:00:00Z,2026-11-20T10:05:00Z,a,,1250.5,");
  });

  it("keeps additional values of the service in JSON, one line or item per thread", () => {
    const lines = threadsFile([thread, { ...thread, thread_id: "b" }], "jsonl")
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([thread, { ...thread, thread_id: "b" }]);
    expect(JSON.parse(threadsFile([thread], "json"))).toEqual([thread]);
    expect(JSON.parse(threadsFile([], "json"))).toEqual([]);
  });

  it("is named after its project and day", () => {
    const nowMs = Date.parse("2026-11-20T23:00:00Z");
    expect(threadsFileName("demo/air line", "tsv", nowMs)).toBe("air-line-threads-2026-11-20.tsv");
  });
});
