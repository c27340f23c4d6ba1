import { v4 as uuid4 } from "uuid";
import { beforeAll, expect, it } from "vitest";
import { callsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "./call-upsert-batch";
import { readCallStats } from "./calls-stats";
import { streamCalls } from "./calls-stream-query";
import { queryThreads } from "./threads-stream-query";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});

it("gives a call that ends before it starts no duration, and leaves it out of all latencies", async () => {
  const project_id = `e/${uuid4()}`;
  const batch = [2, -3].flatMap((seconds) => {
    const id = uuid4();
    const started_at = "2026-11-20T14:30:00.000000Z";
    const ended_at = new Date(Date.parse(started_at) + seconds * 1000).toISOString();
    const call = { project_id, id, op_name: String(seconds), attributes: {}, inputs: {} };
    return [
      { mode: "start", req: { start: { ...call, started_at, thread_id: "t", turn_id: id } } },
      { mode: "end", req: { end: { project_id, id, ended_at, summary: {} } } },
    ];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
  const calls = await service.lines<{ op_name: string; summary: { weave: { latency_ms: number } } }>(
    "calls.streamQuery",
    streamCalls,
    { project_id, sort_by: [{ field: "summary.weave.latency_ms", direction: "desc" }] },
  );
  expect(calls.map(({ op_name, summary }) => [op_name, summary.weave.latency_ms])).toEqual([
    ["2", 2000],
    ["-3", 0],
  ]);
  const { totals } = callsFiguresResult.parse(
    await service.ask("calls.stats", readCallStats, { project_id, groups: [{ by: "op_name" }] }),
  );
  expect(totals).toMatchObject({ call_count: 2, latency_ms: { p50: 2000, mean: 2000, max: 2000 } });
  const threads = await service.lines("threads.streamQuery", queryThreads, { project_id });
  expect(threads).toMatchObject([{ turn_count: 2, p50_turn_duration_ms: 2000, p99_turn_duration_ms: 2000 }]);
});
