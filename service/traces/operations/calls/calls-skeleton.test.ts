import { v4 as uuid4 } from "uuid";
import { beforeAll, expect, it } from "vitest";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "./call-upsert-batch";
import { streamSkeleton } from "./calls-skeleton";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});

it("has the kind of each call, or its operation, and the tool of a tool call", async () => {
  const project = `e/${uuid4()}`;
  const start = (id: string, attributes: object) => ({
    req: {
      start: {
        project_id: project,
        id,
        trace_id: "t",
        op_name: "o",
        started_at: "2026-11-20T10:00:00Z",
        attributes,
        inputs: {},
      },
    },
  });
  const batch = [
    start("a", { kind: "TOOL", tool: "get_weather" }),
    start("b", { operation: "search_memory", tool: "get_weather" }),
    start("c", { weave: { kind: "agent" } }),
    start("d", {}),
  ];
  await service.ask("call.upsertBatch", upsertBatch, { batch });
  const calls = await service.lines<{ id: string; attributes?: object }>("calls.skeleton", streamSkeleton, {
    project_id: project,
  });
  expect(Object.fromEntries(calls.map(({ id, attributes }) => [id, attributes]))).toEqual({
    a: { kind: "TOOL", tool: "get_weather" },
    b: { kind: "search_memory" },
    c: { weave: { kind: "agent" } },
    d: undefined,
  });
});
