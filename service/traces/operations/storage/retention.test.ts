import pino from "pino";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResultOf } from "@/lib/api/contract/operations";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { Retention } from "@/service/traces/retention/retention";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { previewRetentionHandler } from "./retention-preview";
import { readRetentionDaysHandler, readRetentionHandler } from "./retention-read";
import { setRetentionHandler } from "./retention-set";

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.UTC(2026, 10, 20);

let service: TestService;
let place: TemporaryState;
let retention: Retention;
let nowMs = START_MS;

beforeAll(async () => {
  service = await openTestService();
  place = await openTemporaryState();
  retention = new Retention(place.state, service.services, pino({ level: "silent" }), { now: () => nowMs });
});

afterAll(async () => {
  await retention.close();
  await service.close();
  await place.remove();
});

interface Limits {
  readonly max_age_days: number | null;
  readonly max_bytes: number | null;
}

const read = (project_id: string) =>
  service.ask<ResultOf<"retention.read">>("retention.read", readRetentionHandler(retention), { project_id });
const readDays = (project_id: string) =>
  service.ask<ResultOf<"retention.readDays">>("retention.readDays", readRetentionDaysHandler(retention), {
    project_id,
  });
const preview = (project_id: string, limits: Limits) =>
  service.ask<ResultOf<"retention.preview">>("retention.preview", previewRetentionHandler(retention), {
    project_id,
    ...limits,
  });

/** Sets the limits, and waits until they are applied. */
async function set(project_id: string, limits: Limits): Promise<void> {
  await service.ask("retention.set", setRetentionHandler(retention), { project_id, ...limits });
  await retention.apply();
}

/** Writes calls of 1,000 bytes that ended so many days before the start of the test. */
async function writeCalls(projectId: string, days: readonly number[]): Promise<void> {
  const parts = days.flatMap((each) => {
    const id = uuid7();
    const time = engineTimeOf((START_MS - each * DAY_MS) * 1000);
    const empty = { ...payload(null), size: 0 };
    const start = startPart({ projectId, id, startedAt: time, attributes: empty, inputs: { ...empty, size: 1000 } });
    return [start, endPart({ projectId, id, endedAt: time, output: empty, summary: empty })];
  });
  await service.calls.write(parts);
}

async function countCalls(projectId: string): Promise<number> {
  const sql = `SELECT count() AS n FROM call_rows WHERE ${STORED_CALLS_SQL}`;
  return (await service.store.read<{ n: number }>({ sql, params: { projectId } }))[0]?.n ?? 0;
}

const NONE = { max_age_days: null, max_bytes: null };

describe("retention of a project", () => {
  it("keeps everything until it is set", async () => {
    const project = uuid4();
    await writeCalls(project, [5000, 1]);
    expect(await read(project)).toEqual({ project_id: project, ...NONE });
    expect(await readDays(project)).toEqual({ retention_days: null });
    expect(await preview(project, NONE)).toMatchObject({ calls: 0, traces: 0, bytes: 0, before: null });
    await retention.apply();
    expect(await countCalls(project)).toBe(2);
  });

  it("previews what it removes, then removes it, and nothing of other projects", async () => {
    const [project, other] = [uuid4(), uuid4()];
    await writeCalls(project, [100, 91, 89, 1]);
    await writeCalls(other, [100]);
    const limits = { max_age_days: 90, max_bytes: null };
    expect(await preview(project, limits)).toEqual({
      calls: 2,
      traces: 2,
      bytes: 2000,
      before: "2026-08-22T00:00:00Z",
      oldest_remaining: "2026-08-23T00:00:00Z",
      remaining_bytes: 2000,
    });
    expect(await countCalls(project)).toBe(4);
    await set(project, limits);
    expect(await read(project)).toEqual({ project_id: project, ...limits });
    expect(await readDays(project)).toEqual({ retention_days: 90 });
    expect([await countCalls(project), await countCalls(other)]).toEqual([2, 1]);
  });

  it("removes the oldest calls that do not fit in its size", async () => {
    const project = uuid4();
    await writeCalls(project, [4, 3, 2, 1]);
    await set(project, { max_age_days: null, max_bytes: 2500 });
    expect(await countCalls(project)).toBe(2);
  });

  it("waits for a day to remove a little, and removes a twentieth of the project at once", async () => {
    const project = uuid4();
    const calls = Array.from({ length: 30 }, (_, at) => 9 - at / 100);
    await writeCalls(project, [20, 9.9, ...calls]);
    await set(project, { max_age_days: 10, max_bytes: null });
    expect(await countCalls(project)).toBe(31);
    nowMs = START_MS + 0.2 * DAY_MS;
    await retention.apply();
    expect(await countCalls(project)).toBe(31);
    nowMs = START_MS + 1.1 * DAY_MS;
    await retention.apply();
    expect(await countCalls(project)).toBe(20);
    nowMs = START_MS;
  });

  it("accepts calls again that an earlier setting removed", async () => {
    const project = uuid4();
    const id = uuid7();
    const parts = [
      startPart({ projectId: project, id, startedAt: "2026-01-01 00:00:00.000000" }),
      endPart({ projectId: project, id, endedAt: "2026-01-01 00:00:01.000000" }),
    ];
    await service.calls.write(parts);
    await set(project, { max_age_days: 30, max_bytes: null });
    await service.calls.write(parts);
    expect(await countCalls(project)).toBe(0);
    await set(project, NONE);
    await service.calls.write(parts);
    expect(await countCalls(project)).toBe(1);
  });
});
