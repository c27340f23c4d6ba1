import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { RecordLog } from "@/service/traces/store/engine/record-log";
import type { Store } from "@/service/traces/store/engine/store";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { sized } from "@/test/setup/test-length";
import type { CallPart } from "./call-parts";
import { openCalls } from "./open-calls";
import { STORED_CALLS_SQL } from "./visible-calls";

const folder = mkdtempSync(join(tmpdir(), "write-request-"));
const CALLS = 5;
let engine: Store;

beforeAll(async () => {
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const sentCall = fc.record({
  call: fc.nat({ max: CALLS - 1 }),
  kind: fc.constantFrom("whole" as const, "whole" as const, "start" as const, "end" as const),
});
const request = fc.array(sentCall, { minLength: 1, maxLength: 4 });
/** Requests that are sent at the same time, and whether the first insert of calls fails, before or after storing them. */
const batch = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 5 }),
  fault: fc.constantFrom(null, null, "before" as const, "after" as const),
});

interface StoredRow {
  readonly id: string;
  readonly inputs: string;
  readonly output: string;
}

describe("requests that come at the same time", () => {
  it.each([
    ["when they are stored", false],
    ["when they are in the log", true],
  ])(
    "and are acknowledged %s store each call once, with the first of its starts and ends, and after a failed insert with one of them",
    async (_, hasLog) => {
      await fc.assert(
        fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 5 }), async (batches) => {
          let fault: "before" | "after" | null = null;
          const faulty: Store = {
            ...delegate(engine),
            async insert(...inserts) {
              const now = inserts.some(({ table }) => table === "call_rows") ? fault : null;
              if (now !== null) fault = null;
              if (now !== "before") await engine.insert(...inserts);
              if (now !== null) throw new Error("The disk is full.");
            },
          };
          const accepted = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 0, retryMs: 2 ** 30 };
          const log = hasLog
            ? { log: await RecordLog.open(mkdtempSync(join(folder, "log-"))), accepted, partsBytes: 0 }
            : {};
          const { writer, store } = await openCalls(faulty, { cleanAfterMs: 2 ** 30, ...log });
          await writer.idle();
          const projectId = uuid4();
          const ids = Array.from({ length: CALLS }, () => uuid7());
          const starts: string[][] = ids.map(() => []);
          const ends: string[][] = ids.map(() => []);
          let sent = 0;
          for (const { requests, fault: failing } of batches) {
            fault = failing;
            const written = requests.map((calls) =>
              calls.flatMap(({ call, kind }): CallPart[] => {
                sent += 1;
                const key = { projectId, id: ids[call] ?? "" };
                if (kind !== "end") starts[call]?.push(String(sent));
                if (kind !== "start") ends[call]?.push(String(sent));
                const both = [startPart({ ...key, inputs: payload(sent) }), endPart({ ...key, output: payload(sent) })];
                return kind === "whole" ? both : both.filter(({ part }) => part === kind);
              }),
            );
            // A client sends a request again that was refused.
            const write = (parts: CallPart[]): Promise<void> => writer.write(parts).catch(() => writer.write(parts));
            await Promise.all(written.map(write));
          }
          const read = () =>
            store.read<StoredRow>({
              sql: `SELECT id, inputs, output FROM call_rows WHERE ${STORED_CALLS_SQL}`,
              params: { projectId },
            });
          // A reader that comes first may meet the fault.
          const rows = await read().catch(read);
          const expected = ids.filter((_, call) => (starts[call]?.length ?? 0) > 0);
          expect(rows.map(({ id }) => id).sort()).toEqual(expected.sort());
          const isExact = batches.every((each) => each.fault === null);
          for (const { id, inputs, output } of rows) {
            const call = ids.indexOf(id);
            const [sentStarts = [], sentEnds = []] = [starts[call], ends[call]];
            expect(isExact ? sentStarts.slice(0, 1) : sentStarts).toContain(inputs);
            expect(sentEnds.length === 0 ? [""] : isExact ? sentEnds.slice(0, 1) : sentEnds).toContain(output);
          }
          await writer.close();
        }),
        { numRuns: sized({ once: 3, all: 8 }) },
      );
    },
  );
});

function delegate(store: Store): Omit<Store, "insert"> {
  return {
    kind: store.kind,
    read: (query) => store.read(query),
    stream: (query) => store.stream(query),
    readTable: (query) => store.readTable(query),
    command: (sql) => store.command(sql),
    close: () => store.close(),
  };
}
