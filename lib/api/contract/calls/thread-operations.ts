import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { thread, threadsStreamQuery } from "./threads";

export const threadOperations = {
  "threads.streamQuery": defineOperation({
    id: "threads.streamQuery",
    title: "Threads, stream",
    summary: "Streams threads with statistics computed from their turn calls.",
    path: "/threads/stream_query",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: threadsStreamQuery },
    result: { kind: "jsonl", item: thread },
    standing: "core",
    gaps: ["thread-record", "thread-unfinished"],
    example: {
      body: { project_id: "demo/airline", limit: 100, sort_by: [{ field: "last_updated", direction: "desc" }] },
      result: {
        thread_id: "thr_9f2c81",
        turn_count: 2,
        start_time: "2026-11-20T14:30:01.882000Z",
        last_updated: "2026-11-20T14:31:14.120000Z",
        first_turn_id: "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d",
        last_turn_id: "0199a7c3-11aa-7f4a-8c3d-5e2f1a0b9c8d",
        p50_turn_duration_ms: 6310,
        p99_turn_duration_ms: 8415.5,
      },
    },
  }),
};
