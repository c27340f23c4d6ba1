import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreOverloaded } from "@/service/kernel/errors/store-errors";
import { RecordLog } from "@/service/traces/store/engine/record-log";
import { startPart } from "@/service/traces/store/testing/call-fixtures";
import { watchFileSteps } from "@/service/traces/store/testing/file-steps";
import { type AcceptedLimits, AcceptedParts } from "./accepted-parts";
import type { CallPart } from "./call-parts";
import type { WriteRequest } from "./write-request";

let folder: string;
let opened: AcceptedParts[];
/** What the engine has. */
let stored: string[];
let isEngineBroken: boolean;
/** The call that the engine does not take. */
let refusedId: string | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-accepted-"));
  opened = [];
  stored = [];
  isEngineBroken = false;
  refusedId = null;
});

afterEach(async () => {
  isEngineBroken = false;
  refusedId = null;
  await Promise.all(opened.map((accepted) => accepted.close()));
  rmSync(folder, { recursive: true, force: true });
});

const NEVER = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 0 };

async function openAccepted(limits: Partial<AcceptedLimits> = NEVER): Promise<AcceptedParts> {
  const store = async ({ parts }: WriteRequest) => {
    await Promise.resolve();
    if (isEngineBroken) throw new Error("The engine is broken.");
    if (parts.some(({ id }) => id === refusedId)) throw new Error("The engine refuses it.");
    stored.push(...parts.map(({ id }) => id));
  };
  const accepted = new AcceptedParts(await RecordLog.open(folder), store, limits);
  opened.push(accepted);
  return accepted;
}

const accept = (accepted: AcceptedParts, id: string, bytes = 1) =>
  accepted.accept({ parts: [startPart({ projectId: "e/p", id })], newCalls: null }, bytes);

describe("accepted parts", () => {
  it("are acknowledged before they are stored, and stored before a reader goes on", async () => {
    const accepted = await openAccepted();
    await accept(accepted, "1");
    await accept(accepted, "2");
    expect(stored).toEqual([]);
    await accepted.storedForReader();
    expect(stored).toEqual(["1", "2"]);
    await accept(accepted, "3");
    expect(stored).toEqual(["1", "2"]);
    await accepted.storedForReader();
    expect(stored).toEqual(["1", "2", "3"]);
  });

  it("are stored for every one of several readers that come while others are being stored", async () => {
    const accepted = await openAccepted();
    await accept(accepted, "1");
    const first = accepted.storedForReader();
    await accept(accepted, "2");
    const readers = [accepted.storedForReader(), accepted.storedForReader()];
    await Promise.all(readers.map(async (reader) => expect(await reader.then(() => stored)).toEqual(["1", "2"])));
    await first;
  });

  it("of another project keep no reader waiting", async () => {
    const accepted = await openAccepted();
    await accept(accepted, "1");
    await accepted.storedForReader("e/other");
    expect(stored).toEqual([]);
    isEngineBroken = true;
    await expect(accepted.storedForReader("e/p")).rejects.toThrow();
    await accepted.storedForReader("e/other");
    isEngineBroken = false;
    await accepted.storedForReader("e/p");
    expect(stored).toEqual(["1"]);
    await accept(accepted, "2");
    await accepted.storedForReader();
    expect(stored).toEqual(["1", "2"]);
  });

  it("are stored without a reader, after a while or when they are many", async () => {
    const soon = await openAccepted({ quietMs: 1 });
    await accept(soon, "1");
    await expect.poll(() => stored).toEqual(["1"]);
    await soon.close();
    const many = await openAccepted({ ...NEVER, bytes: 10 });
    await accept(many, "2", 9);
    expect(stored).toEqual(["1"]);
    await accept(many, "3", 9);
    await expect.poll(() => stored).toEqual(["1", "2", "3"]);
  });

  it("keep their bytes and texts through a crash", async () => {
    const crashed = await openAccepted();
    const otelDump = Buffer.from('{"é":1}').subarray(0);
    const part = startPart({ projectId: "e/p", id: "1", otelDump, opName: "\ud83d\ude00 half \ud83d" });
    await crashed.accept({ parts: [part], newCalls: null }, 1);
    let found: readonly CallPart[] = [];
    const later = new AcceptedParts(
      await RecordLog.open(folder),
      async ({ parts }) => {
        found = parts;
      },
      NEVER,
    );
    opened.push(later);
    await later.recover();
    const [kept] = found;
    expect(kept).toMatchObject({ id: "1", opName: "\ud83d\ude00 half \ud83d" });
    expect(kept?.part === "start" && Buffer.from(kept.otelDump ?? "").equals(otelDump)).toBe(true);
  });

  it("that were acknowledged before a crash are stored at the next start, in order, and once", async () => {
    const crashed = await openAccepted();
    for (let number = 0; number < 5; number += 1) await accept(crashed, String(number));
    const later = await openAccepted();
    await later.recover();
    expect(stored).toEqual(["0", "1", "2", "3", "4"]);
    await (await openAccepted()).recover();
    expect(stored).toHaveLength(5);
  });

  it("are all stored after a kill at any moment of the start that stores them", async () => {
    const crashed = await openAccepted();
    for (let number = 0; number < 5; number += 1) await accept(crashed, String(number));
    // What a kill leaves: the log, and what the engine has by then.
    const moments: { readonly log: string; readonly stored: readonly string[] }[] = [];
    const look = () => {
      const log = mkdtempSync(join(tmpdir(), "heddle-accepted-moment-"));
      cpSync(folder, log, { recursive: true });
      moments.push({ log, stored: [...stored] });
    };
    const restarted = new AcceptedParts(
      await RecordLog.open(folder),
      async ({ parts }) => {
        look();
        stored.push(...parts.map(({ id }) => id));
        look();
      },
      { ...NEVER, bytes: 1 },
    );
    opened.push(restarted);
    await watchFileSteps(look);
    await restarted.recover();
    vi.restoreAllMocks();
    expect(moments.length).toBeGreaterThan(12);
    for (const { log, stored: before } of moments) {
      const again = [...before];
      const next = new AcceptedParts(
        await RecordLog.open(log),
        async ({ parts }) => void again.push(...parts.map(({ id }) => id)),
        NEVER,
      );
      await next.recover();
      expect(new Set(again)).toEqual(new Set(["0", "1", "2", "3", "4"]));
      await next.close();
      rmSync(log, { recursive: true });
    }
  });

  it("stay in the log when the next start cannot store them", async () => {
    await accept(await openAccepted(), "1");
    isEngineBroken = true;
    const reason = `The acknowledged calls in ${folder} could not be stored: The engine is broken.`;
    await expect((await openAccepted()).recover()).rejects.toThrow(reason);
    isEngineBroken = false;
    await (await openAccepted()).recover();
    expect(stored).toEqual(["1"]);
  });

  it("that cannot be stored fail readers instead of being invisible to them, and are stored later", async () => {
    const accepted = await openAccepted();
    await accept(accepted, "1");
    isEngineBroken = true;
    await expect(accepted.storedForReader()).rejects.toThrow("The engine is broken.");
    await accept(accepted, "2");
    await expect(accepted.storedForReader()).rejects.toThrow("The engine is broken.");
    isEngineBroken = false;
    await accepted.storedForReader();
    expect(stored).toEqual(["1", "2"]);
  });

  it("of which one is refused again and again are stored without it, and it stays in the log until it is taken", async () => {
    const accepted = await openAccepted();
    refusedId = "2";
    for (const id of ["1", "2", "3"]) await accept(accepted, id);
    // Readers are not shown less than was acknowledged.
    await expect(accepted.storedForReader()).rejects.toThrow("The engine refuses it.");
    expect(stored).toEqual(["1", "3"]);
    await accept(accepted, "4");
    await expect(accepted.storedForReader()).rejects.toThrow("The engine refuses it.");
    expect(stored).toEqual(["1", "3", "4"]);

    // The process ends without another try; the next start has a store that takes it.
    const later = await openAccepted();
    refusedId = null;
    await later.recover();
    expect(stored.filter((id) => id === "2")).toEqual(["2"]);
  });

  it("are tried again without a reader", async () => {
    const accepted = await openAccepted({ quietMs: 1, retryMs: 1 });
    isEngineBroken = true;
    await accept(accepted, "1");
    await expect(accepted.storedForReader()).rejects.toThrow("The engine is broken.");
    isEngineBroken = false;
    await expect.poll(() => stored).toEqual(["1"]);
  });

  it("are refused, to be sent later, when too many cannot be stored", async () => {
    const accepted = await openAccepted({ ...NEVER, unstoredBytes: 10 });
    isEngineBroken = true;
    await accept(accepted, "1", 10);
    await expect(accept(accepted, "2")).rejects.toThrow(StoreOverloaded);
    isEngineBroken = false;
    await accept(accepted, "3");
    await accepted.storedForReader();
    expect(stored).toEqual(["1", "3"]);
  });

  it("are stored when the service closes", async () => {
    const accepted = await openAccepted();
    const last = accept(accepted, "1");
    await accepted.close();
    await last;
    expect(stored).toEqual(["1"]);
    await (await openAccepted()).recover();
    expect(stored).toEqual(["1"]);
    opened = opened.filter((each) => each !== accepted);
  });
});
