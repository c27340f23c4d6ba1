import { describe, expect, it } from "vitest";
import { editLines } from "./edit-lines";
import { fileEditsIn } from "./file-edits";

const marks = { added: "+", removed: "-", same: " ", head: "#" };
const drawn = (value: unknown) =>
  (fileEditsIn(value) ?? []).flatMap((edit) => editLines(edit).map(({ kind, text }) => `${marks[kind]}${text}`));

describe("the edits of a coding agent", () => {
  it("are lines that were replaced", () => {
    const edit = { file_path: "/a.ts", old_string: "one\ntwo\nthree", new_string: "one\n2\nthree", replace_all: false };
    expect(drawn(edit)).toEqual([" one", "-two", "+2", " three"]);
    expect(fileEditsIn(edit)).toMatchObject([{ path: "/a.ts" }]);
    expect(drawn({ ...edit, old_string: "", new_string: "new" })).toEqual(["+new"]);
  });

  it("may be several in one file", () => {
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "c", new_string: "" },
    ];
    expect(drawn({ file_path: "/a.ts", edits })).toEqual(["-a", "+b", "-c"]);
  });

  it.each([
    ["the input of a custom tool", { input: "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n z\n*** End Patch" }],
    ["text", "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n z\n*** End Patch"],
    ["a command", { command: ["apply_patch", "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n z\n*** End Patch"] }],
  ])("are a patch in %s", (_form, value) => {
    expect(drawn(value)).toEqual([
      "#*** Begin Patch",
      "#*** Update File: a",
      "#@@",
      "-x",
      "+y",
      " z",
      "#*** End Patch",
    ]);
  });

  it("are a unified diff in a result", () => {
    const value = { result: "updated", diff: "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-x\n+y" };
    expect(drawn(value)).toEqual(["#--- a", "#+++ a", "#@@ -1,1 +1,1 @@", "-x", "+y"]);
  });

  it.each([null, "text", 3, [], {}, { command: "ls" }, { path: "/a", old_string: "x" }, { diff: "a different text" }])(
    "are not found in %j",
    (value) => {
      expect(fileEditsIn(value)).toBeNull();
    },
  );

  it("are not compared line by line where that takes too long", () => {
    const [before, after] = ["a\n".repeat(90_000), "b\n".repeat(90_000)];
    const lines = editLines({ kind: "replace", path: "/a", before, after });
    expect([lines.length, lines[0]?.kind, lines.at(-1)?.kind]).toEqual([180_000, "removed", "added"]);
  });
});
