import fc from "fast-check";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { noteFigures, sized } from "@/test/setup/test-length";
import { StoredService } from "./stored-service";

const RUNS = sized({ once: 1, all: 6, long: 150 });
const CALLS = 4;

let service: StoredService;
let count = 0;

beforeAll(async () => {
  service = await StoredService.open();
});

afterAll(() => service.remove());

/** A part of a call: the start, the end, or both. */
type Mode = "start" | "end" | "complete";

interface Sent {
  readonly call: number;
  readonly mode: Mode;
}

/** Parts of one request, in requests that run at the same time, between restarts of the service. */
type Schedule = readonly { readonly requests: readonly (readonly Sent[])[]; readonly isRestarted: boolean }[];

const part = fc.record<Sent>({
  call: fc.nat(CALLS - 1),
  mode: fc.constantFrom<Mode>("start", "end", "complete"),
});

const schedule: fc.Arbitrary<Schedule> = fc.array(
  fc.record({
    requests: fc.array(fc.array(part, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
    isRestarted: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  }),
  { minLength: 1, maxLength: 5 },
);

interface Row {
  readonly id: string;
  readonly inputs: { readonly call: number };
  readonly output: { readonly call: number } | null;
  readonly ended_at: string | null;
}

function itemOf(project: string, id: string, { call, mode }: Sent): unknown {
  const start = {
    project_id: project,
    id,
    trace_id: id,
    op_name: "turn",
    started_at: "2026-11-20T10:00:00Z",
    attributes: {},
    inputs: { call },
  };
  const end = { ended_at: "2026-11-20T10:00:01Z", summary: {}, output: { call } };
  if (mode === "start") return { mode, req: { start } };
  if (mode === "end") return { mode, req: { end: { project_id: project, id, ...end } } };
  return { ...start, ...end };
}

/** Sends parts as a client would: complete calls have an operation of their own. */
async function send(project: string, ids: readonly string[], parts: readonly Sent[]): Promise<void> {
  const items = (isComplete: boolean) =>
    parts
      .filter(({ mode }) => (mode === "complete") === isComplete)
      .map((sent) => itemOf(project, ids[sent.call] ?? "", sent));
  const [halves, whole] = [items(false), items(true)];
  const answers = [
    ...(halves.length > 0 ? [service.post("/call/upsert_batch", { batch: halves })] : []),
    ...(whole.length > 0 ? [service.post(`/v2/${project}/calls/complete`, { batch: whole })] : []),
  ];
  for (const { status, text } of await Promise.all(answers)) expect([status, text]).toEqual([200, text]);
}

/** The calls that must be there after a schedule, whatever its order: one for each start, ended when its end was sent. */
function expectedRows(sent: readonly Sent[]): { call: number; isEnded: boolean }[] {
  return Array.from({ length: CALLS }, (_, call) => {
    const modes = new Set(sent.filter((each) => each.call === call).map(({ mode }) => mode));
    const isStarted = modes.has("start") || modes.has("complete");
    return { call, isStarted, isEnded: modes.has("end") || modes.has("complete") };
  }).flatMap(({ call, isStarted, isEnded }) => (isStarted ? [{ call, isEnded }] : []));
}

it("keeps one call for any parts, in any order, repeated, at the same time and over restarts", async (test) => {
  let parts = 0;
  let restarts = 0;
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      count += 1;
      const project = `faults/upserts-${count}`;
      const ids = Array.from({ length: CALLS }, () => uuid7());
      for (const { requests, isRestarted } of steps) {
        await Promise.all(requests.map((request) => send(project, ids, request)));
        parts += requests.flat().length;
        if (!isRestarted) continue;
        restarts += 1;
        await service.close();
        service = await StoredService.open(service.folder);
      }
      const rows = await service.calls<Row>(project);
      const found = rows.map(({ id, inputs, ended_at }) => ({
        call: ids.indexOf(id),
        inputs: inputs.call,
        isEnded: ended_at !== null,
      }));
      const expected = expectedRows(steps.flatMap(({ requests }) => requests.flat()));
      expect(found.sort((left, right) => left.call - right.call)).toEqual(
        expected.map(({ call, isEnded }) => ({ call, inputs: call, isEnded })),
      );
      for (const { output, inputs, ended_at } of rows) {
        if (ended_at !== null) expect(output).toEqual({ call: inputs.call });
      }
    }),
    { numRuns: RUNS },
  );
  noteFigures(test, { "schedules of upserts": RUNS, "parts sent": parts, restarts });
});
