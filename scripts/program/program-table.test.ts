import { describe, expect, it } from "vitest";
import { PROGRAM_USAGE, rowFor } from "./program-table";

describe("the command after heddle", () => {
  it("starts Heddle when it is omitted", () => {
    expect(rowFor(undefined)).toMatchObject({ file: "launcher.mjs", mode: "production" });
    expect(rowFor("service")).toMatchObject({ file: "launcher.mjs", mode: "service" });
  });

  it("is passed on to a program that reads it", () => {
    expect(rowFor("move")).toMatchObject({ file: "commands/move.mjs" });
    expect(rowFor("check-server")).toMatchObject({ file: "commands/check-server.mjs" });
    expect(["backup", "restore", "repair"].map((word) => rowFor(word)?.isWordRead)).toEqual([true, true, true]);
    expect(rowFor("key")?.isWordRead).toBeUndefined();
  });

  it("belongs to the agents' tools when it is not one of Heddle's", () => {
    expect(rowFor("calls")).toBeUndefined();
  });

  it("is explained in the usage", () => {
    expect(PROGRAM_USAGE).toContain("  watch-sessions  imports");
    expect(PROGRAM_USAGE).toContain("  import-run      imports");
  });
});
