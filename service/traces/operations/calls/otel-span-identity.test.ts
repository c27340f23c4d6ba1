import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { RawSpan } from "@/lib/api/contract/calls/otel";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { queryThreads } from "@/service/traces/operations/calls/threads-stream-query";
import { makeRequest, makeSpan } from "@/service/traces/otel/testing/make-span";
import { SpanTurns } from "@/service/traces/otel/turns/span-turns";
import { storeSpans } from "@/service/traces/otel/turns/store-spans";
import { convertBody } from "@/service/traces/otel/wire/convert-body";
import { spanCallId } from "@/service/traces/store/ids/span-call-id";
import { readCallStats } from "./calls-stats";
import { streamCalls } from "./calls-stream-query";

let service: TestService;
let turns: SpanTurns;

beforeAll(async () => {
  service = await openTestService({}, { leastCalls: 1, batchCalls: 5 });
  turns = newTurns();
});

afterAll(() => service.close());

/** The spans known to a service after a start; those that are stored already are read later. */
const newTurns = () => new SpanTurns({ store: service.store, calls: service.calls });

const hex = (id: number) => id.toString(16).padStart(16, "0");
const [FIRST, SECOND] = ["1".repeat(32), "2".repeat(32)];

const span = (traceId: string, id: number, parent: number, members: Partial<RawSpan> = {}, attributes: object = {}) =>
  makeSpan(attributes, {
    ...{ traceId, spanId: hex(id), parentSpanId: parent === 0 ? "" : hex(parent), name: `${traceId[0]}/${id}` },
    ...members,
  });

async function send(projectId: string, ...spans: RawSpan[]): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(makeRequest(spans)));
  const converted = convertBody({ type: "application/json", bytes, project: projectId });
  await storeSpans(turns, converted, "user", (written) => service.calls.write(written.flatMap(({ parts }) => parts)));
}

interface Call {
  readonly id: string;
  readonly op_name: string;
  readonly trace_id: string;
  readonly parent_id: string | null;
  readonly thread_id: string | null;
  readonly turn_id: string | null;
}

const callsOf = (projectId: string, filter: object = {}) =>
  service.lines<Call>("calls.streamQuery", streamCalls, { project_id: projectId, filter });

/** The names of all calls with that of their parent. */
async function linksOf(projectId: string): Promise<Record<string, string | null>> {
  const calls = await callsOf(projectId);
  const names = new Map(calls.map(({ id, op_name }) => [id, op_name]));
  const parentOf = ({ parent_id }: Call) => (parent_id === null ? null : (names.get(parent_id) ?? "not received"));
  return Object.fromEntries(calls.map((call) => [call.op_name, parentOf(call)]));
}

const LINKS = { "1/1": null, "1/2": "1/1", "1/3": "1/2", "2/1": null, "2/2": "2/1", "2/3": "2/2" };

const traceOf = (traceId: string) => [span(traceId, 1, 0), span(traceId, 2, 1), span(traceId, 3, 2)] as const;

describe("spans whose ids repeat in another trace", () => {
  it("are calls of their own, and the first keep the ids of their spans", async () => {
    const projectId = `e/${uuid4()}`;
    await send(projectId, ...traceOf(FIRST));
    await send(projectId, ...traceOf(SECOND));
    expect(await linksOf(projectId)).toEqual(LINKS);
    const ids = (calls: readonly Call[]) => calls.map(({ id }) => id).sort();
    expect(ids(await callsOf(projectId, { trace_ids: [FIRST] }))).toEqual([hex(1), hex(2), hex(3)]);
    const second = [1, 2, 3].map((id) => spanCallId(SECOND, hex(id)));
    expect(ids(await callsOf(projectId, { trace_ids: [SECOND] }))).toEqual(second.sort());
  });

  it("have their own parents, when children come first and the traces take turns", async () => {
    const projectId = `e/${uuid4()}`;
    const [first, second] = [traceOf(FIRST), traceOf(SECOND)];
    for (const at of [2, 1, 0] as const) {
      await send(projectId, first[at]);
      await send(projectId, second[at]);
    }
    expect(await linksOf(projectId)).toEqual(LINKS);
  });

  it("keep their ids when they are sent again, also to a service that has started since", async () => {
    const projectId = `e/${uuid4()}`;
    await send(projectId, ...traceOf(FIRST), ...traceOf(SECOND));
    const calls = await callsOf(projectId);
    expect(calls).toHaveLength(6);
    turns = newTurns();
    await send(projectId, ...traceOf(SECOND), span(SECOND, 4, 3));
    await send(projectId, ...traceOf(FIRST));
    expect(await callsOf(projectId)).toHaveLength(7);
    expect(await linksOf(projectId)).toEqual({ ...LINKS, "2/4": "2/3" });
  });

  it("are not taken for those of another trace that the service does not know yet", async () => {
    const projectId = `e/${uuid4()}`;
    await send(projectId, ...traceOf(FIRST));
    turns = newTurns();
    await send(projectId, ...traceOf(SECOND));
    expect(await linksOf(projectId)).toEqual(LINKS);
  });

  it("are turns of their own threads", { tags: ["all"] }, async () => {
    const projectId = `e/${uuid4()}`;
    for (const [traceId, thread] of [
      [FIRST, "a"],
      [SECOND, "b"],
    ] as const) {
      await send(projectId, span(traceId, 1, 0, {}, { "session.id": thread }), span(traceId, 2, 1));
    }
    const threads = await service.lines("threads.streamQuery", queryThreads, { project_id: projectId });
    expect(threads).toMatchObject([{ turn_count: 1 }, { turn_count: 1 }]);
  });
});

describe("a trace whose root has not come", () => {
  const roots = async (projectId: string) =>
    (await callsOf(projectId, { trace_roots_only: true })).map(({ op_name }) => op_name);

  const rootCount = async (projectId: string): Promise<number> => {
    const { totals } = callsFiguresResult.parse(
      await service.ask("calls.stats", readCallStats, { project_id: projectId, groups: [{ by: "op_name" }] }),
    );
    return totals.root_count;
  };

  it("begins with its first span whose parent has not come, which is a turn", async () => {
    const projectId = `e/${uuid4()}`;
    const named = { "session.id": "s" };
    await send(projectId, span(FIRST, 2, 1, {}, named), span(FIRST, 3, 2), span(FIRST, 4, 1));
    expect(await roots(projectId)).toEqual(["1/2"]);
    expect(await rootCount(projectId)).toBe(1);
    const threads = () => service.lines("threads.streamQuery", queryThreads, { project_id: projectId });
    expect(await threads()).toMatchObject([{ thread_id: "s", turn_count: 1 }]);
    await send(projectId, span(FIRST, 1, 0, {}, named));
    expect(await roots(projectId)).toEqual(["1/1"]);
    expect(await rootCount(projectId)).toBe(1);
    expect(await threads()).toMatchObject([{ thread_id: "s", turn_count: 1, first_turn_id: hex(1) }]);
  });

  it("counts once in rollups too, and no more when its root comes after them", async () => {
    const projectId = `e/${uuid4()}`;
    const others = [4, 5, 6, 7, 8].map((id) => span(`${id}`.repeat(32), id + 10, 0));
    await send(projectId, ...others, span(SECOND, 2, 1), span(SECOND, 3, 2));
    await service.services.rollups.catchUp();
    expect(await rootCount(projectId)).toBe(6);
    await send(projectId, span(SECOND, 1, 0));
    expect(await rootCount(projectId)).toBe(6);
  });

  it("ends being one when the spans between come, in any order", async () => {
    const projectId = `e/${uuid4()}`;
    await send(projectId, span(FIRST, 4, 3));
    await send(projectId, span(FIRST, 2, 1));
    expect(await roots(projectId)).toHaveLength(1);
    await send(projectId, span(FIRST, 3, 2));
    expect(await roots(projectId)).toEqual(["1/2"]);
    turns = newTurns();
    await send(projectId, span(FIRST, 1, 0));
    expect(await roots(projectId)).toEqual(["1/1"]);
  });
});
