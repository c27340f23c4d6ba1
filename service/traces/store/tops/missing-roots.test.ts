import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { makeRequest, makeSpan } from "@/service/traces/otel/testing/make-span";
import { SpanTurns } from "@/service/traces/otel/turns/span-turns";
import { storeSpans } from "@/service/traces/otel/turns/store-spans";
import { convertBody } from "@/service/traces/otel/wire/convert-body";
import { MissingRoots } from "./missing-roots";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 120_000 });

let service: TestService;
let missing: MissingRoots;

beforeAll(async () => {
  service = await openTestService();
  // Before all ids are read, nothing is known to be missing.
  await service.calls.idle();
  missing = open();
});

afterAll(async () => {
  await missing.close();
  await service.close();
});

const open = () => new MissingRoots({ store: service.services.taskStore, calls: service.calls }, { graceMs: 0 });

interface Sent {
  readonly id: string;
  readonly parent?: string;
  /** Of its start, after ten o'clock. */
  readonly second?: number;
}

const isoOf = (second: number) => new Date(Date.parse("2026-11-20T10:00:00Z") + second * 1000).toISOString();

/** One request of the SDK, whose ids are made of these and the project, in one trace. */
async function send(project: string, ...calls: readonly Sent[]): Promise<void> {
  const batch = calls.flatMap(({ id, parent, second = 0 }) => {
    const named = { project_id: project, id: `${project} ${id}` };
    const start = {
      ...{ ...named, trace_id: `${project} trace`, op_name: "op", inputs: {}, attributes: {} },
      ...{ parent_id: parent === undefined ? null : `${project} ${parent}`, started_at: isoOf(second) },
    };
    const end = { ...named, ended_at: isoOf(second + 1), output: null, summary: {} };
    return [
      { mode: "start", req: { start } },
      { mode: "end", req: { end } },
    ];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
}

/** The calls that the list of traces shows, which is as many as the figures count. */
async function listed(project: string): Promise<readonly string[]> {
  const filter = { trace_roots_only: true };
  const rows = await service.lines<{ id: string }>("calls.streamQuery", streamCalls, { project_id: project, filter });
  const stats = { project_id: project, after: isoOf(-3600), before: isoOf(3600) };
  const { totals } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, stats);
  expect(totals.root_count).toBe(rows.length);
  return rows.map(({ id }) => id.replace(`${project} `, ""));
}

const newProject = () => `e/${uuid4()}`;

describe("a trace of an SDK whose root never comes", () => {
  it("is in the list by its first call whose parent has not come, as one row", async () => {
    const project = newProject();
    await send(project, { id: "b", parent: "lost", second: 2 }, { id: "c", parent: "b", second: 1 });
    await send(project, { id: "d", parent: "lost too", second: 3 });
    expect(await listed(project)).toEqual([]);
    await missing.look();
    expect(await listed(project)).toEqual(["b"]);
    await send(project, { id: "a", parent: "lost too", second: 0 });
    await missing.look();
    expect(await listed(project)).toEqual(["a"]);
  });

  it("joins when its parents come, the root last", async () => {
    const project = newProject();
    await send(project, { id: "c", parent: "b", second: 2 });
    await missing.look();
    expect(await listed(project)).toEqual(["c"]);
    await send(project, { id: "b", parent: "a", second: 1 });
    await missing.look();
    expect(await listed(project)).toEqual(["b"]);
    await send(project, { id: "a" });
    await missing.look();
    expect(await listed(project)).toEqual(["a"]);
  });

  it("joins after a restart, and is found where the service stopped before", async () => {
    const project = newProject();
    await send(project, { id: "b", parent: "a", second: 1 });
    await missing.look();
    await missing.close();
    const recent = newProject();
    const started_at = new Date(Date.now() - 60_000).toISOString();
    const start = {
      ...{ project_id: recent, id: `${recent} x`, trace_id: recent, parent_id: "lost", op_name: "op" },
      ...{ started_at, attributes: {}, inputs: {} },
    };
    missing = open();
    await service.ask("call.upsertBatch", upsertBatch, { batch: [{ mode: "start", req: { start } }] });
    missing = open();
    const failures: unknown[] = [];
    missing.start((error) => failures.push(error));
    await missing.look();
    const filter = { trace_roots_only: true };
    const rows = await service.lines<{ id: string }>("calls.streamQuery", streamCalls, { project_id: recent, filter });
    expect(rows.map(({ id }) => id)).toEqual([`${recent} x`]);
    expect(failures).toEqual([]);
    await send(project, { id: "a" });
    await missing.look();
    expect(await listed(project)).toEqual(["a"]);
  });

  it("is in the list where it has only spans that ran in a call of Weave", async () => {
    const project = newProject();
    const turns = new SpanTurns({ store: service.store, calls: service.calls });
    const attributes = { "weave.parent_call.id": `${project} op`, "weave.parent_call.trace_id": `${project} trace` };
    const span = makeSpan(attributes, { startTimeUnixNano: `${Date.parse(isoOf(1))}000000` });
    const bytes = Buffer.from(JSON.stringify(makeRequest([span])));
    const converted = convertBody({ type: "application/json", bytes, project });
    await storeSpans(turns, converted, "user", (written) => service.calls.write(written.flatMap(({ parts }) => parts)));
    await turns.close();
    await missing.look();
    expect(await listed(project)).toEqual([span.spanId]);
    await send(project, { id: "op" });
    await missing.look();
    expect(await listed(project)).toEqual(["op"]);
  });
});

it("looks at no trace whose parents came first, or later in the same request", async () => {
  const project = newProject();
  await send(project, { id: "c", parent: "b", second: 2 }, { id: "b", parent: "a", second: 1 }, { id: "a" });
  await send(project, { id: "d", parent: "c", second: 2 });
  const read = vi.spyOn(service.services.taskStore, "read");
  await missing.look();
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
  expect(await listed(project)).toEqual(["a"]);
});
