import { describe, expect, it } from "vitest";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { editableText, readEdited } from "./prepare-edit";

const stored = parseJson('{"temperature":1.0,"seed":9007199254740993,"tags":["a"],"none":{}}');

describe("an edited value", () => {
  it("is indented JSON and keeps the digits of its numbers", () => {
    expect(editableText(stored)).toContain('  "temperature": 1.0,\n  "seed": 9007199254740993,');
    expect(editableText(null)).toBe("null");
  });

  it("is unchanged when only whitespace changed", () => {
    expect(readEdited(editableText(stored), stored)).toEqual({ kind: "same" });
    expect(readEdited(stringifyJson(stored), stored)).toEqual({ kind: "same" });
  });

  it("is changed when a digit, a member or the order of members changed", () => {
    for (const text of ['{"temperature":1.00}', '{"a":1}', '{"seed":9007199254740992}']) {
      expect(readEdited(text, stored).kind).toBe("changed");
    }
    const edited = readEdited(editableText(stored).replace("1.0", "0.20"), stored);
    expect(edited.kind === "changed" && stringifyJson(edited.value)).toContain(
      '"temperature":0.20,"seed":9007199254740993',
    );
  });

  it("reports why it cannot be parsed", () => {
    expect(readEdited('{"a": }', stored)).toMatchObject({ kind: "broken", message: expect.stringMatching(/./) });
    expect(readEdited("", stored).kind).toBe("broken");
  });
});
