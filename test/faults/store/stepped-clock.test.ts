import { v7 as uuid7 } from "uuid";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { firstOnce } from "@/test/setup/test-length";
import { StoredService } from "./stored-service";

const NOW_MS = Date.parse("2026-11-20T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const PROJECT = "faults/clock";

let service: StoredService;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS });
  service = await StoredService.open();
});

afterEach(async () => {
  await service.remove();
  vi.useRealTimers();
});

interface Row {
  readonly id: string;
  readonly inputs: { readonly round: number };
  readonly ended_at: string | null;
  readonly output: unknown;
}

async function send(path: string, body: unknown): Promise<string> {
  const { status, text } = await service.post(path, body);
  expect([path, status, text]).toEqual([path, 200, text]);
  return text;
}

const start = (id: string, round: number) =>
  send("/call/start", {
    start: {
      ...{ project_id: PROJECT, id, trace_id: id, op_name: "turn", started_at: new Date(NOW_MS).toISOString() },
      ...{ attributes: {}, inputs: { round } },
    },
  });

const end = (id: string) =>
  send("/call/end", {
    end: { project_id: PROJECT, id, ended_at: new Date(NOW_MS + 1).toISOString(), summary: {}, output: "done" },
  });

const createObject = (value: number) =>
  send("/obj/create", { obj: { project_id: PROJECT, object_id: "prompt", val: { value } } });

async function newestObject(): Promise<unknown> {
  const read = { project_id: PROJECT, object_id: "prompt", digest: "latest" };
  return (JSON.parse(await send("/obj/read", read)) as { obj: { val: unknown } }).obj.val;
}

/** Ends the service and starts it with a clock that shows an earlier time. */
async function restartAt(timeMs: number): Promise<void> {
  await service.close();
  vi.setSystemTime(timeMs);
  service = await StoredService.open(service.folder);
}

it.each(
  firstOnce<readonly [string, (timeMs: number) => Promise<void>]>(1, [
    ["before a restart", restartAt],
    ["while it runs", async (timeMs: number) => void vi.setSystemTime(timeMs)],
  ]),
)("keeps one call with its first values, and the newest version, when the clock steps back %s", async (_, stepTo) => {
  const [running, ended] = [uuid7({ msecs: NOW_MS }), uuid7({ msecs: NOW_MS })];
  await start(running, 1);
  await start(ended, 1);
  await end(ended);
  await createObject(1);
  await createObject(2);
  await stepTo(NOW_MS - 5 * HOUR_MS);
  await end(running);
  for (const id of [running, ended]) await start(id, 2);
  await createObject(3);
  const rows = await service.calls<Row>(PROJECT);
  expect(rows.map(({ id, inputs, output }) => [id, inputs.round, output]).sort()).toEqual(
    [running, ended].sort().map((id) => [id, 1, "done"]),
  );
  expect(rows.filter(({ ended_at }) => ended_at === null)).toEqual([]);
  expect(await newestObject()).toEqual({ value: 3 });
});
