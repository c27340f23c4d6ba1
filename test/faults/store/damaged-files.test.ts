import {
  cpSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { v7 as uuid7 } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { recordOf } from "@/service/traces/store/calls/write-request";
import { ACCEPTED_CALLS_FOLDER, RecordLog } from "@/service/traces/store/engine/record-log";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { SeededRandom } from "@/test/faults/seeded-random";
import { isLong, noteFigures, scaled, sized } from "@/test/setup/test-length";
import { StoredService } from "./stored-service";

const PROJECT = "faults/damage";
const BATCHES = 3;
const CALLS = 40;

interface Row {
  readonly id: string;
  readonly inputs: unknown;
  readonly output: unknown;
}

let original: string;
let copy: string;
const figures: Record<string, string> = {};
const stored = new Map<string, { inputs: unknown; output: unknown }>();

/** Calls whose payloads cannot be compressed, so that their columns have many bytes to damage. */
function batchOf(random: SeededRandom): unknown {
  const text = () => Array.from({ length: 40 }, () => random.between(0, 2 ** 31).toString(36)).join("");
  const batch = Array.from({ length: CALLS }, () => {
    const id = uuid7();
    const [inputs, output] = [{ text: text() }, { text: text() }];
    stored.set(id, { inputs, output });
    const times = { started_at: "2026-11-20T10:00:00Z", ended_at: "2026-11-20T10:00:01Z" };
    const call = { project_id: PROJECT, id, trace_id: id, op_name: "turn", attributes: {}, summary: {} };
    return { ...call, ...times, inputs, output };
  });
  return { batch };
}

beforeAll(async () => {
  const service = await StoredService.open();
  original = service.folder;
  copy = StoredService.createFolder();
  const random = new SeededRandom(1);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { status, text } = await service.post("/v2/faults/damage/calls/complete", batchOf(random));
    expect([status, text]).toEqual([200, text]);
    // A reader waits until everything is in the tables.
    await service.calls(PROJECT);
  }
  await service.close();
});

afterEach(() => rmSync(copy, { recursive: true, force: true }));
afterAll(() => rmSync(original, { recursive: true, force: true }));

const statOf = (name: string) => statSync(join(original, "traces", name));

/**
 * The files of rows that the engine stored, without its own records of what it did, and without the links that lead to
 * them by the name of the table: in a copy these still lead to the original.
 */
function dataFiles(): string[] {
  const files = readdirSync(join(original, "traces"), { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => /^store\/.*\/\w+_\d+_\d+_\d+\/[^/]+$/.test(name) && !name.includes("/detached/"))
    .filter((name) => statOf(name).isFile() && statOf(name).size > 0)
    .sort();
}

const statCount = (name: string) => readFileSync(join(original, "traces", name), "utf8");

function flipByte(file: string, random: SeededRandom): void {
  const bytes = readFileSync(file);
  const at = random.between(0, bytes.length - 1);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.between(0, 7));
  writeFileSync(file, bytes);
}

const damages: Readonly<Record<string, (file: string, random: SeededRandom) => void>> = {
  "a flipped bit": flipByte,
  "a cut end": (file, random) => truncateSync(file, random.between(0, statSync(file).size - 1)),
  "a deleted file": (file) => rmSync(file),
  "a foreign file": (file) => writeFileSync(join(dirname(file), "foreign.bin"), "not of this engine"),
};

const KINDS = sized({ once: ["a flipped bit"], all: Object.keys(damages) });

/** Reads until the service answers: the first reader of a damaged part gets an error that says so. */
async function readRows(service: StoredService): Promise<Row[]> {
  let rows: Row[] = [];
  await expect
    .poll(
      async () => {
        // A stream that has begun can only break off.
        const answer = await service.post("/calls/stream_query", { project_id: PROJECT }).catch(() => null);
        if (answer?.status !== 200) return answer?.text ?? "broken off";
        const lines = answer.text.split("\n").filter((line) => line !== "");
        rows = lines.map((line) => JSON.parse(line) as Row);
        return "read";
      },
      { timeout: 120_000 },
    )
    .toBe("read");
  return rows;
}

/** Every answer about the project says how many calls it lacks. */
async function expectMark(service: StoredService): Promise<void> {
  for (const path of ["/calls/stream_query", "/calls/query_stats"]) {
    const { missing } = await service.post(path, { project_id: PROJECT });
    expect(missing).toMatchObject([{ table: "call_rows", rows: CALLS }]);
  }
}

describe("a data folder with damage", () => {
  it.each(KINDS)("by %s opens, returns only what was stored, and lists what it lacks", async (kind) => {
    const random = new SeededRandom(isLong ? Date.now() % 2 ** 32 : 1);
    const files = random.shuffled(dataFiles());
    const chosen = files.slice(0, scaled(1, 40));
    let lacking = 0;
    for (const name of chosen) {
      rmSync(copy, { recursive: true, force: true });
      cpSync(original, copy, { recursive: true });
      damages[kind]?.(join(copy, "traces", name), random);
      const place = `seed ${random.seed}, ${kind} in ${name}`;
      const service = await StoredService.open(copy);
      try {
        const rows = await readRows(service);
        for (const { id, inputs, output } of rows) {
          expect({ inputs, output }, place).toEqual(stored.get(id));
        }
        const { text } = await service.get("/storage/read");
        const { damaged } = JSON.parse(text) as { damaged: { table: string }[] };
        if (rows.length < stored.size) expect(damaged, place).not.toEqual([]);
        lacking += damaged.length > 0 ? 1 : 0;
      } finally {
        await service.close();
      }
    }
    figures[`${kind}: files, of them with rows set aside`] = `${chosen.length}, ${lacking}`;
  });

  it("that only a reader notices is set aside at the start or while it runs, and shown with the table's name", async () => {
    const random = new SeededRandom(7);
    cpSync(original, copy, { recursive: true });
    // The name of a table is a link to its folder, by the path that the folder had first.
    const [, tablePath = ""] = readlinkSync(join(copy, "traces/data/default/call_rows")).split("/store/");
    const table = join(copy, "traces/store", tablePath);
    const [part = ""] = readdirSync(table).filter((name) => /_\d+_\d+_\d+$/.test(name));
    const file = join(table, part, "data.bin");
    const bytes = readFileSync(file);
    const middle = bytes.length >> 1;
    bytes.fill(random.between(0, 255), middle, middle + 200);
    writeFileSync(file, bytes);
    const service = await StoredService.open(copy);
    try {
      const rows = await readRows(service);
      expect(rows).toHaveLength((BATCHES - 1) * CALLS);
      const { text } = await service.get("/storage/read");
      expect(JSON.parse(text)).toMatchObject({ damaged: [{ table: "call_rows", part_count: 1 }] });
      expect(JSON.parse((await service.get("/health")).text)).toMatchObject({ is_damaged: true });
      await expectMark(service);
    } finally {
      await service.close();
    }
    // Set aside once and for all: the next start finds nothing wrong.
    const again = await StoredService.open(copy);
    expect(await again.calls(PROJECT)).toHaveLength((BATCHES - 1) * CALLS);
    expect((await again.get("/storage/read")).text).toContain("call_rows");
    await expectMark(again);
    await again.close();
  });

  it.each(["00", String(CALLS + 1)])(
    "of the file that counts the rows of a part, which says %s, hides no row and no count is wrong",
    async (count) => {
      cpSync(original, copy, { recursive: true });
      const name = dataFiles().find((each) => each.endsWith("/count.txt") && statCount(each) === String(CALLS));
      writeFileSync(join(copy, "traces", name ?? ""), count);
      const service = await StoredService.open(copy);
      expect(await service.calls(PROJECT)).toHaveLength(BATCHES * CALLS);
      const { missing, text } = await service.post("/calls/query_stats", { project_id: PROJECT });
      expect([missing, JSON.parse(text)]).toMatchObject([[], { count: BATCHES * CALLS }]);
      expect(JSON.parse((await service.get("/storage/read")).text)).toMatchObject({ damaged: [] });
      await service.close();
    },
  );

  it("of accepted calls returns all calls but those of the damaged record, and says that some are missing", async () => {
    // As a killed service leaves it: acknowledged, and not yet stored.
    const log = await RecordLog.open(join(copy, ACCEPTED_CALLS_FOLDER));
    const requests = [1, 2, 3].map(() => {
      const call = { projectId: PROJECT, id: uuid7() };
      return recordOf({ parts: [startPart(call), endPart(call)], newCalls: null });
    });
    await log.append(requests.map((parts) => Buffer.concat(parts)));
    await log.leave();
    const file = join(copy, ACCEPTED_CALLS_FOLDER, "records-0.log");
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    for (const start of ["the first start", "a later one"]) {
      const service = await StoredService.open(copy);
      expect(await service.calls(PROJECT), start).toHaveLength(2);
      const { missing } = await service.post("/calls/query_stats", { project_id: PROJECT });
      expect(missing, start).toMatchObject([{ project_id: null, table: "accepted_calls", rows: null }]);
      expect(JSON.parse((await service.get("/storage/read")).text)).toMatchObject({
        damaged: [{ table: "accepted_calls", part_count: 1 }],
      });
      await service.close();
    }
  });

  it("was tried with every kind of damage", (test) => {
    noteFigures(test, figures);
    expect(Object.keys(figures)).toHaveLength(KINDS.length);
  });
});
