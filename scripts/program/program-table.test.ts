import { describe, expect, it } from "vitest";
import { PROGRAM_USAGE, rowFor } from "./program-table";

describe("the words after heddle", () => {
  it("start Heddle when there are none", () => {
    expect(rowFor(undefined)).toMatchObject({ file: "launcher.mjs", mode: "production" });
    expect(rowFor("service")).toMatchObject({ file: "launcher.mjs", mode: "service" });
  });

  it("leave the word to a program that reads it", () => {
    expect(["backup", "restore"].map((word) => rowFor(word)?.isWordRead)).toEqual([true, true]);
    expect(rowFor("key")?.isWordRead).toBeUndefined();
  });

  it("belong to the agents' tools when they are none of Heddle's", () => {
    expect(rowFor("calls")).toBeUndefined();
  });

  it("are explained", () => {
    expect(PROGRAM_USAGE).toContain("  watch-sessions  imports");
  });
});
