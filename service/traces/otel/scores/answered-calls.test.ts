import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { type UnplacedScore, withAnsweredCalls } from "./store-scores";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 120_000 });

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
});

afterAll(() => service.close());

const NOON_MS = Date.parse("2026-11-20T12:00:00Z");
const HOUR_MS = 3_600_000;

interface Sent {
  readonly id: string;
  readonly answer: string;
  /** Of its start, before the judgement. */
  readonly hours: number;
  readonly isRunning?: boolean;
}

async function send(project: string, ...calls: readonly Sent[]): Promise<void> {
  const batch = calls.flatMap(({ id, answer, hours, isRunning = false }) => {
    const named = { project_id: project, id: `${project} ${id}` };
    const started_at = new Date(NOON_MS - hours * HOUR_MS).toISOString();
    const attributes = { response_id: answer };
    const start = { ...named, trace_id: named.id, op_name: "chat", started_at, attributes, inputs: {} };
    const end = { ...named, ended_at: started_at, output: null, summary: {} };
    return [{ mode: "start", req: { start } }, ...(isRunning ? [] : [{ mode: "end", req: { end } }])];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
}

/** The calls of these answers, as a judgement at noon finds them. */
async function found(project: string, ...answers: readonly string[]): Promise<Record<string, string>> {
  const scores = answers.map((responseId): UnplacedScore => {
    const payload = { value: "good" } as unknown as UnplacedScore["payload"];
    return {
      name: "relevance",
      key: responseId,
      payload,
      projectId: project,
      responseId,
      timeNanos: `${NOON_MS}000000`,
    };
  });
  const placed = await withAnsweredCalls(service.services, scores);
  return Object.fromEntries(placed.map(({ key, callId }) => [key, callId.replace(`${project} `, "")]));
}

it("an answer leads to its first call of the week, in rollups or not", async () => {
  const project = `e/${uuid4()}`;
  const others = Array.from({ length: 50 }, (_, at) => ({ id: `other ${at}`, answer: `x${at}`, hours: 5 }));
  const calls = [
    { id: "late", answer: "a", hours: 1 },
    { id: "first", answer: "a", hours: 30 },
    { id: "too early", answer: "a", hours: 24 * 7 + 1 },
    { id: "after", answer: "b", hours: -2 },
    { id: "odd", answer: 'c"\\é', hours: 2 },
    { id: "running", answer: "d", hours: 2, isRunning: true },
  ];
  const expected = { a: "first", 'c"\\é': "odd", d: "running" };
  const asked = ["a", "b", 'c"\\é', "d", "missing"];
  await send(project, ...others, ...calls);
  expect(await found(project, ...asked)).toEqual(expected);
  await service.services.rollups.catchUp();
  expect(await found(project, ...asked)).toEqual(expected);
  await send(project, { id: "sent later", answer: "a", hours: 40 }, { id: "new", answer: "e", hours: 0 });
  expect(await found(project, ...asked, "e")).toEqual({ ...expected, a: "sent later", e: "new" });
  await service.services.rollups.catchUp();
  expect(await found(project, ...asked, "e")).toEqual({ ...expected, a: "sent later", e: "new" });
});

it("a deleted call, and one of another project, are not found", async () => {
  const [project, other] = [`e/${uuid4()}`, `e/${uuid4()}`];
  await send(project, { id: "gone", answer: "a", hours: 3 }, { id: "kept", answer: "a", hours: 1 });
  await send(other, { id: "theirs", answer: "b", hours: 1 });
  await service.services.rollups.catchUp();
  const startedAt = "2026-11-20 09:00:00.000000";
  await service.calls.delete(project, [{ id: `${project} gone`, startedAt }], "user");
  expect(await found(project, "a", "b")).toEqual({ a: "kept" });
});

it("calls in rollups are found without reading the attributes of others", async () => {
  const project = `e/${uuid4()}`;
  await send(project, { id: "one", answer: "only", hours: 1 });
  await service.services.rollups.catchUp();
  const read = vi.spyOn(service.services.store, "read");
  expect(await found(project, "only")).toEqual({ only: "one" });
  const sql = read.mock.calls.map(([query]) => query.sql).join("\n");
  read.mockRestore();
  expect(sql).toContain("answered_calls");
  expect(sql).not.toContain("commit_number > ");
});
