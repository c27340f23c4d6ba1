import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StoreFull } from "@/service/kernel/errors/store-errors";
import { DiskReserve, RESERVE_FILE } from "./disk-reserve";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const SIZE = { bytes: 4 * MIB, minFreeBytes: MIB };

let folder: string;
/** Of the disk, without the reserve. */
let freeBytes: number;
let sizeBytes: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-reserve-"));
  [sizeBytes, freeBytes] = [100 * MIB, 60 * MIB];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fileBytes = () => statSync(join(folder, RESERVE_FILE), { throwIfNoEntry: false })?.size ?? null;
const open = () => DiskReserve.open(folder, { ...SIZE, readSpace: async () => ({ sizeBytes, freeBytes }) });

describe("the reserve of the disk", () => {
  it("is made where there is room for it, and not where there is none", async () => {
    freeBytes = 7 * MIB;
    expect([(await open()).isFull, fileBytes()]).toEqual([false, null]);
    freeBytes = 8 * MIB;
    expect([(await open()).isFull, fileBytes()]).toEqual([false, 4 * MIB]);
  });

  it("is released when the disk is nearly full, and made again when there is room, also by a later process", async () => {
    const reserve = await open();
    const changes: boolean[] = [];
    reserve.onChange((isFull) => changes.push(isFull));
    expect(() => reserve.requireRoom()).not.toThrow();
    freeBytes = MIB - 1;
    await reserve.check();
    expect([reserve.isFull, fileBytes(), await reserve.state()]).toEqual([true, 0, "full"]);
    expect(() => reserve.requireRoom()).toThrow(/Nothing of this request was stored/);
    freeBytes = 7 * MIB;
    await reserve.check();
    const later = await open();
    expect([reserve.isFull, later.isFull]).toEqual([true, true]);
    freeBytes = 8 * MIB;
    await reserve.check();
    expect([reserve.isFull, fileBytes(), changes]).toEqual([false, 4 * MIB, [true, false]]);
  });

  it("lets a step that failed on a full disk run once more, and no other", async () => {
    const reserve = await open();
    let attempts = 0;
    const failing = (error: Error) => async () => {
      attempts += 1;
      if (fileBytes() !== 0) throw error;
      return "stored";
    };
    await expect(reserve.withRoom(failing(new Error("another reason")))).rejects.toThrow("another reason");
    expect([attempts, reserve.isFull]).toEqual([1, false]);
    expect(await reserve.withRoom(failing(new StoreFull("The disk is full.")))).toBe("stored");
    expect([attempts, reserve.isFull]).toEqual([3, true]);
  });

  it.each([
    ["a tenth", 100 * GIB, 10 * GIB, "ok"],
    ["less than a tenth", 100 * GIB, 9 * GIB, "low"],
    ["less than a twentieth", 100 * GIB, 4 * GIB, "very-low"],
    ["50 GiB of a large disk", 4000 * GIB, 50 * GIB, "ok"],
    ["less than 25 GiB of a large disk", 4000 * GIB, 24 * GIB, "very-low"],
  ])("reports %s as its state", async (_name, size, free, state) => {
    [sizeBytes, freeBytes] = [size, free];
    expect(await (await open()).state()).toBe(state);
  });
});
