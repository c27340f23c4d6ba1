import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";
import { purgeAbandonedCommits } from "@/service/traces/store/retention/abandoned-commits";
import { endPart, namePart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { EngineFront, type FrontClient, type StatementFate } from "@/service/traces/store/testing/engine-front";
import { sized } from "@/test/setup/test-length";
import { deleteCalls } from "./call-deletion";
import type { CallPart } from "./call-parts";
import { type OpenedCalls, openCalls } from "./open-calls";
import { DISPLAY_NAME_SQL, STORED_CALLS_SQL } from "./visible-calls";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-writers-"));
let front: EngineFront;

/** A service process on the server, which knows only what the server tells it. */
interface Process {
  readonly calls: OpenedCalls;
  readonly client: FrontClient;
  readonly engine: Store;
  isDead: boolean;
}

const processes: Process[] = [];

/** @param patienceMs longer than the machine pauses, where a test does not expect that a turn is lost */
async function startProcess(patienceMs = 3_000): Promise<Process> {
  const client = front.client();
  const engine = openServerStore(client.url);
  const order = { patienceMs, signMs: 150, pollMs: 20 };
  const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, otherReadersMs: 0, order });
  const process = { calls, client, engine, isDead: false };
  processes.push(process);
  return process;
}

/** As when a process is killed: nothing of it is finished, and it never hears from the server again. */
function kill(process: Process): void {
  process.isDead = true;
  process.client.kill();
}

async function endProcesses(): Promise<void> {
  for (const process of processes.splice(0)) {
    if (!process.isDead) await process.calls.writer.close();
    kill(process);
    await process.engine.close();
  }
}

beforeAll(async () => {
  front = await EngineFront.open(folder);
  const engine = openServerStore(front.client().url);
  await createCallTables(engine);
  await engine.close();
});

afterAll(async () => {
  await endProcesses();
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Row {
  readonly id: string;
  readonly inputs: string;
  readonly output: string;
  readonly name: string;
}

const readCalls = (process: Process, projectId: string): Promise<Row[]> =>
  process.calls.store.read<Row>({
    sql: `SELECT id, inputs, output, ${DISPLAY_NAME_SQL} AS name FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY started_at, id`,
    params: { projectId },
  });

type Part = "start" | "end" | "name";

interface Send {
  readonly kind: "send";
  readonly parts: readonly { readonly call: number; readonly part: Part }[];
  /** The processes that it is sent to at the same time. */
  readonly to: readonly number[];
}

type Operation =
  | Send
  | { readonly kind: "delete"; readonly call: number; readonly to: number }
  /** The process dies at one of its next statements. */
  | { readonly kind: "kill"; readonly process: number; readonly after: number; readonly fate: StatementFate }
  /** One of the next statements of the process fails, and it lives on. */
  | { readonly kind: "fault"; readonly process: number; readonly after: number; readonly fate: "lost" | "unanswered" };

interface Round {
  /** They run at the same time. */
  readonly operations: readonly Operation[];
  /** Who removes closed rows after it; null for nobody. */
  readonly cleaner: number | null;
  /** Whether the server now runs what dead processes had sent. */
  readonly runsHeld: boolean;
}

const CALLS = 6;
const PROCESSES = 3;
const call = fc.nat({ max: CALLS - 1 });
const process = fc.nat({ max: PROCESSES - 1 });
const after = fc.nat({ max: 12 });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("send" as const),
      parts: fc.array(fc.record({ call, part: fc.constantFrom<Part>("start", "end", "start", "end", "name") }), {
        minLength: 1,
        maxLength: 4,
      }),
      to: fc.array(process, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), call, to: process }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: fc.constant("kill" as const), process, after },
      fate: fc.constantFrom<StatementFate>("lost", "unanswered", "held", "held"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ kind: fc.constant("fault" as const), process, after },
      fate: fc.constantFrom("lost" as const, "unanswered" as const),
    }),
  },
);

const rounds = fc.array(
  fc.record<Round>({
    operations: fc.array(operation, { minLength: 2, maxLength: 7 }),
    cleaner: fc.option(process),
    runsHeld: fc.boolean(),
  }),
  { minLength: 2, maxLength: 5 },
);

/** What is known of a call from what was sent, acknowledged and read. */
class ModelCall {
  readonly sent = { start: new Set<string>(), end: new Set<string>() };
  readonly acknowledged = { start: false, end: false };
  /** Which of several parts counts is decided once. */
  readonly seen: { start: string | null; end: string | null } = { start: null, end: null };
  /** The names that may be the newest one. */
  names = new Set([""]);
  isDeleted = false;

  check(row: Row | undefined): void {
    if (this.isDeleted) {
      expect(row).toBeUndefined();
      return;
    }
    if (this.acknowledged.start) expect(row).toBeDefined();
    if (row === undefined) return;
    this.#checkHalf("start", row.inputs);
    this.#checkHalf("end", row.output);
  }

  #checkHalf(half: "start" | "end", value: string): void {
    if (half === "end" && value === "") {
      expect({ half, isAcknowledged: this.acknowledged.end, seen: this.seen.end }).toEqual({
        ...{ half, isAcknowledged: false, seen: null },
      });
      return;
    }
    expect([...this.sent[half]]).toContain(value);
    expect(value).toBe(this.seen[half] ?? value);
    this.seen[half] = value;
  }
}

/** The process dies at its next statement that begins like this, which the server runs later. */
function dieAt(process: Process, beginning: string): void {
  process.client.fate = (sql) => {
    if (process.isDead) return "lost";
    if (!sql.startsWith(beginning)) return "answered";
    process.isDead = true;
    setImmediate(() => kill(process));
    return "held";
  };
}

/** What a process that dies had sent, and the beginning of that statement. */
const DEATHS = [
  ["its rows", "INSERT INTO call_rows"],
  ["the end of its turn", "INSERT INTO commit_log"],
  ["the rows that it closes", "INSERT INTO closed_calls"],
] as const;

describe("three processes on one server", () => {
  it.each(sized<readonly (typeof DEATHS)[number][]>({ once: DEATHS.slice(0, 1), all: DEATHS }))(
    "do not see %s when the server stores them after the process died and another one has written the same",
    async (_, table) => {
      const [dying, living] = [await startProcess(), await startProcess()];
      const call = { projectId: uuid4(), id: uuid7() };
      await living.calls.writer.write([startPart(call)]);
      await dying.calls.writer.storedForReader();
      const end = endPart(call);
      let logged = 0;
      dieAt(dying, table);
      const { fate } = dying.client;
      // The first entry of the log takes the turn.
      dying.client.fate = (sql) =>
        sql.startsWith("INSERT INTO commit_log") && logged++ === 0 ? "answered" : fate(sql);
      await expect(dying.calls.writer.write([end])).rejects.toThrow();
      await living.calls.writer.write([end]);
      await front.runHeld();
      const later = await startProcess();
      for (const reader of [living, later]) {
        expect(await readCalls(reader, call.projectId)).toMatchObject([{ id: call.id, output: end.output?.text }]);
      }
      await endProcesses();
    },
  );

  it("remove what is left of a process that died in its turn, and need not exclude it then", {
    tags: ["all"],
  }, async () => {
    const [dying, living] = [await startProcess(), await startProcess()];
    const call = { projectId: uuid4(), id: uuid7() };
    dieAt(dying, "INSERT INTO call_rows");
    await expect(dying.calls.writer.write([startPart(call)])).rejects.toThrow();
    await living.calls.writer.write([endPart(call), startPart(call)]);
    await front.runHeld();
    const stored = async () => {
      const sql = "SELECT count() AS rows FROM call_rows WHERE project_id = {projectId:String}";
      return await living.engine.read({ sql, params: { projectId: call.projectId } });
    };
    expect(await stored()).toEqual([{ rows: 2 }]);
    const { signal } = new AbortController();
    expect(await purgeAbandonedCommits(living.engine, living.calls, signal, 0)).toBeGreaterThan(0);
    expect(await stored()).toEqual([{ rows: 1 }]);
    expect(living.calls.visibility.liveSql("commit_number")).toBe("");
    expect(await purgeAbandonedCommits(living.engine, living.calls, signal, 0)).toBe(0);
    const later = await startProcess();
    expect(later.calls.visibility.liveSql("commit_number")).toBe("");
    for (const reader of [living, later]) expect(await readCalls(reader, call.projectId)).toHaveLength(1);
    await endProcesses();
  });

  it("store a complete call once that reaches all of them at the same time", async () => {
    const writers = await Promise.all(Array.from({ length: 3 }, () => startProcess()));
    for (const { calls } of writers) await calls.writer.idle();
    const projectId = uuid4();
    const ids = Array.from({ length: sized({ once: 3, all: 8 }) }, () => uuid7());
    await Promise.all(
      ids.flatMap((id) =>
        writers.map(({ calls }) => calls.writer.write([startPart({ projectId, id }), endPart({ projectId, id })])),
      ),
    );
    for (const writer of writers) {
      expect((await readCalls(writer, projectId)).map(({ id }) => id).sort()).toEqual([...ids].sort());
    }
    await endProcesses();
  });

  it("know the source of a trace that another one stored", async () => {
    const first = await startProcess(60_000);
    const second = await startProcess(60_000);
    const projectId = uuid4();
    const root = { projectId, id: uuid7(), traceId: "t", opName: "Evaluation.evaluate" };
    await first.calls.writer.write([startPart(root)]);
    // It takes in the commits of others.
    expect((await readCalls(second, projectId)).map(({ id }) => id)).toEqual([root.id]);
    const below = { projectId, id: uuid7(), traceId: "t", parentId: root.id };
    await second.calls.writer.write([startPart(below), endPart(below)]);
    const sources = await second.calls.store.read<{ source: string }>({
      sql: `SELECT call_source AS source FROM call_rows WHERE ${STORED_CALLS_SQL}`,
      params: { projectId },
    });
    expect(sources.map(({ source }) => source)).toEqual(["evaluation", "evaluation"]);
    await endProcesses();
  });

  it("never take the same turn", { tags: ["all"] }, async () => {
    const writers = await Promise.all(Array.from({ length: 3 }, () => startProcess()));
    const projectId = uuid4();
    const ids = Array.from({ length: 24 }, () => uuid7());
    await Promise.all(
      ids.flatMap((id, at) =>
        [startPart({ projectId, id }), endPart({ projectId, id })].map((part, half) =>
          writers[(at + half) % 3]?.calls.writer.write([part]),
        ),
      ),
    );
    const [log] = await (writers[0] as Process).engine.read({
      sql: "SELECT count() - uniqExact(position) AS repeated FROM commit_log",
    });
    expect(log).toEqual({ repeated: 0 });
    const rows = await readCalls(writers[1] as Process, projectId);
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(rows.filter(({ output }) => output === "")).toEqual([]);
    await endProcesses();
  });

  it("lose and double nothing, whatever reaches which of them, and whichever dies at which statement", async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (steps) => {
        const running = await Promise.all(Array.from({ length: PROCESSES }, () => startProcess(800)));
        const projectId = uuid4();
        const ids = Array.from({ length: CALLS }, () => uuid7());
        const model = ids.map(() => new ModelCall());
        let sent = 0;
        const living = (at: number): Process => {
          const found = running[at % PROCESSES];
          return found === undefined || found.isDead ? (running.find(({ isDead }) => !isDead) as Process) : found;
        };
        const partOf = (part: Part, id: string, number: number): CallPart => {
          const key = { projectId, id };
          if (part === "start") return startPart({ ...key, inputs: payload(number) });
          if (part === "end") return endPart({ ...key, output: payload(number) });
          return namePart({ ...key, displayName: `name ${number}` });
        };
        /** A client whose request fails sends it again, to whichever process lives. */
        const surely = async <Result>(at: number, run: (process: Process) => Promise<Result>): Promise<Result> => {
          for (let attempt = 0; ; attempt += 1) {
            try {
              return await run(living(at + attempt));
            } catch (error) {
              if (attempt > 20) throw error;
            }
          }
        };
        const send = async ({ parts, to }: Send, newNames: Map<number, Set<string>>): Promise<void> => {
          const sentParts = parts.map(({ call: at, part }): CallPart => {
            sent += 1;
            if (part === "name") newNames.get(at)?.add(`name ${sent}`);
            else model[at]?.sent[part].add(String(sent));
            return partOf(part, ids[at] ?? "", sent);
          });
          await Promise.all(to.map((at) => surely(at, ({ calls }) => calls.writer.write(sentParts))));
          for (const { call: at, part } of parts) {
            const known = model[at];
            if (known !== undefined && part !== "name") known.acknowledged[part] = true;
          }
          const expected = model.map(({ acknowledged }) => ({ ...acknowledged }));
          // Another process sees at once what was acknowledged.
          const rows = new Map(
            (await surely(sent, (other) => readCalls(other, projectId))).map((row) => [row.id, row]),
          );
          for (const [at, known] of expected.entries()) {
            const row = rows.get(ids[at] ?? "");
            if (!known.start || row === undefined) expect(known.start && !model[at]?.isDeleted && !row).toBe(false);
            else if (known.end) expect(row.output).not.toBe("");
          }
        };
        const fail = (at: number, statements: number, fate: StatementFate, dies: boolean): void => {
          const doomed = running[at % PROCESSES];
          if (doomed === undefined || doomed.isDead) return;
          // One process lives on, so that clients have somewhere to go.
          if (dies && running.filter(({ isDead }) => !isDead).length === 1) return;
          let left = statements;
          doomed.client.fate = () => {
            left -= 1;
            if (left >= 0 || doomed.isDead) return doomed.isDead ? "lost" : "answered";
            doomed.client.fate = () => "answered";
            if (dies && running.filter(({ isDead }) => !isDead).length > 1) {
              doomed.isDead = true;
              setImmediate(() => kill(doomed));
            }
            return fate;
          };
        };
        for (const { operations, cleaner, runsHeld } of steps) {
          const newNames = new Map(ids.map((_, at) => [at, new Set<string>()]));
          await Promise.all(
            operations.map(async (next) => {
              if (next.kind === "send") await send(next, newNames);
              else if (next.kind === "delete") {
                const known = model[next.call];
                const deleted = await surely(next.to, ({ calls }) =>
                  deleteCalls(calls.store, calls.writer, projectId, [ids[next.call] ?? ""], "u"),
                );
                if (known !== undefined && deleted > 0) known.isDeleted = true;
              } else fail(next.process, next.after, next.fate, next.kind === "kill");
            }),
          );
          for (const each of running) each.client.fate = () => "answered";
          if (runsHeld) await front.runHeld();
          for (const [at, names] of newNames) {
            const known = model[at];
            if (known !== undefined && names.size > 0) known.names = names;
          }
          for (const [at, each] of running.entries()) if (each.isDead) running[at] = await startProcess(800);
          if (cleaner !== null) await living(cleaner).calls.writer.clean();
          for (const reader of running) {
            const rows = await readCalls(reader, projectId);
            expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
            const byId = new Map(rows.map((row) => [row.id, row]));
            for (const [at, known] of model.entries()) {
              const row = byId.get(ids[at] ?? "");
              known.check(row);
              if (row !== undefined) expect([...known.names]).toContain(row.name);
            }
          }
        }
        await front.runHeld();
        const [first] = running;
        if (first !== undefined) {
          const rows = await readCalls(first, projectId);
          expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        }
        await endProcesses();
      }),
      { numRuns: Number(globalThis.process.env.HEDDLE_TEST_RUNS ?? sized({ once: 1, all: 3 })) },
    );
  });
});
