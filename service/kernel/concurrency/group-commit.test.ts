import { describe, expect, it } from "vitest";
import { StoreOverloaded } from "@/service/kernel/errors/store-errors";
import { GroupCommit } from "./group-commit";

/** A writer whose groups wait until they are released. */
function heldWriter() {
  const groups: string[][] = [];
  const held: (() => void)[] = [];
  const write = async (group: readonly string[]) => {
    groups.push([...group]);
    await new Promise<void>((resolve) => held.push(resolve));
    if (group.includes("bad")) throw new Error("bad row");
    return group.map((request) => `${request} written`);
  };
  const letGo = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    held.shift()?.();
  };
  return { groups, write, letGo };
}

const sizeOf = (request: string) => request.length;

describe("group commit", () => {
  it("puts requests that arrive during a write into the next group, in order", async () => {
    const { groups, write, letGo } = heldWriter();
    const commits = new GroupCommit(write, { sizeOf });
    const first = commits.submit("a");
    await expect.poll(() => groups).toEqual([["a"]]);
    const later = ["b", "c", "d"].map((request) => commits.submit(request));
    await letGo();
    expect(await first).toBe("a written");
    await letGo();
    expect(await Promise.all(later)).toEqual(["b written", "c written", "d written"]);
    expect(groups).toEqual([["a"], ["b", "c", "d"]]);
    await commits.idle();
  });

  it("does not fail the other requests when one cannot be written", async () => {
    const { write, letGo } = heldWriter();
    const commits = new GroupCommit(write, { sizeOf });
    const outcome = Promise.allSettled(["a", "bad", "c"].map((request) => commits.submit(request)));
    for (let i = 0; i < 4; i += 1) await letGo();
    expect((await outcome).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("keeps groups below their weight and refuses requests when the queue is full", async () => {
    const { groups, write, letGo } = heldWriter();
    const commits = new GroupCommit(write, { sizeOf, groupBytes: 4, waitingBytes: 9 });
    const all = ["aaa", "bb", "cccc"].map((request) => commits.submit(request));
    await expect(commits.submit("d")).rejects.toThrow(StoreOverloaded);
    for (let i = 0; i < 3; i += 1) await letGo();
    await Promise.all(all);
    expect(groups).toEqual([["aaa"], ["bb"], ["cccc"]]);
  });
});
