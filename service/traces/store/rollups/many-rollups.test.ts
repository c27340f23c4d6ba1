// @module-tag all
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";
import { dropRollupTables } from "@/service/traces/store/schema/schema-rollups";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { EngineFront, type FrontClient, type StatementFate } from "@/service/traces/store/testing/engine-front";
import { sized } from "@/test/setup/test-length";
import { CallRollups } from "./call-rollups";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-rollups-"));
let front: EngineFront;

interface Process {
  readonly calls: OpenedCalls;
  readonly rollups: CallRollups;
  readonly client: FrontClient;
  readonly engine: Store;
}

const opened: Process[] = [];

async function startProcess(): Promise<Process> {
  const client = front.client();
  const engine = openServerStore(client.url);
  const order = { patienceMs: 1_500, signMs: 150, pollMs: 20 };
  const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, order });
  const process = { calls, rollups: await CallRollups.open(engine, calls, { batchCalls: 3 }), client, engine };
  opened.push(process);
  return process;
}

beforeAll(async () => {
  front = await EngineFront.open(folder);
  const engine = openServerStore(front.client().url);
  await createCallTables(engine);
  await engine.close();
});

afterAll(async () => {
  for (const { client, engine } of opened) {
    client.kill();
    await engine.close();
  }
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

const used = (model: string, tokens: number) => payload({ usage: { [model]: { prompt_tokens: tokens, requests: 1 } } });

/** A trace whose root repeats the tokens of the call below it. */
function traceParts(projectId: string, tokens: number) {
  const [root, below, traceId] = [uuid7(), uuid7(), uuid7()];
  return [
    startPart({ projectId, id: below, traceId, parentId: root }),
    endPart({ projectId, id: below, summary: used("m", tokens) }),
    startPart({ projectId, id: root, traceId }),
    endPart({ projectId, id: root, summary: used("m", tokens) }),
  ];
}

const PROCESSES = 3;
const process = fc.nat({ max: PROCESSES - 1 });

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("write" as const), process, traces: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("add up" as const), process }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: fc.constant("kill" as const), process, after: fc.nat({ max: 24 }) },
      fate: fc.constantFrom<StatementFate>("lost", "unanswered", "held", "held"),
    }),
  },
);

const sums = (engine: Store, projectId: string) =>
  engine.read({
    sql: `SELECT width, start, kind, form, model, sum(call_rollups.calls) AS calls, sum(call_rollups.prompt) AS prompt
FROM call_rollups WHERE project_id = {projectId:String} GROUP BY width, start, kind, form, model
ORDER BY width, start, kind, form, model`,
    params: { projectId },
  });

test("three processes add up each call once, whichever of them dies at which statement of a batch", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        const running = await Promise.all(Array.from({ length: PROCESSES }, startProcess));
        const dead = new Set<Process>();
        const projectId = uuid4();
        let traces = 0;
        const living = (at: number) => {
          const found = running[at % PROCESSES];
          return found === undefined || dead.has(found) ? running.find((each) => !dead.has(each)) : found;
        };
        for (const round of rounds) {
          await Promise.all(
            round.map(async (next) => {
              if (next.kind === "kill") {
                const doomed = living(next.process);
                if (doomed === undefined || dead.size >= PROCESSES - 1) return;
                let left = next.after;
                doomed.client.fate = () => {
                  left -= 1;
                  if (left >= 0) return "answered";
                  doomed.client.fate = () => "lost";
                  if (dead.size >= PROCESSES - 1 && !dead.has(doomed)) return "answered";
                  dead.add(doomed);
                  setImmediate(() => doomed.client.kill());
                  return next.fate;
                };
              } else if (next.kind === "add up")
                await living(next.process)
                  ?.rollups.catchUp()
                  .catch(() => undefined);
              else {
                for (let count = 0; count < next.traces; count += 1) {
                  const parts = traceParts(projectId, 10 + traces);
                  traces += 1;
                  for (let isStored = false; !isStored; ) {
                    isStored = await (living(next.process)?.calls.writer.write(parts) ?? Promise.reject()).then(
                      () => true,
                      () => false,
                    );
                  }
                }
              }
            }),
          );
          for (const each of running) if (!dead.has(each)) each.client.fate = () => "answered";
          for (const [at, each] of running.entries()) if (dead.has(each)) running[at] = await startProcess();
          dead.clear();
          await front.runHeld();
        }
        await Promise.all(running.map(({ calls }) => calls.writer.storedForReader()));
        // Nobody looks at commits of which it does not know yet.
        for (const { rollups } of running) {
          await rollups.refresh();
          await rollups.catchUp();
        }
        const [first] = running;
        if (first === undefined) return;
        const together = await sums(first.engine, projectId);
        await dropRollupTables(first.engine);
        const alone = await startProcess();
        await alone.rollups.catchUp();
        expect(together).toEqual(await sums(first.engine, projectId));
        if (traces > 0) expect(together[0]).toMatchObject({ width: 0 });
        for (const { calls } of [...running, alone]) await calls.writer.close();
      },
    ),
    { numRuns: Number(globalThis.process.env.HEDDLE_TEST_RUNS ?? sized({ once: 1, all: 2 })) },
  );
});
