import { describe, expect, it } from "vitest";
import { type AnnotationField, enteredValue, readSpec } from "./annotation";

const spec = (val: unknown) =>
  readSpec("e/p", {
    project_id: "e/p",
    object_id: "polite",
    created_at: "2026-11-20T14:30:01.882000Z",
    digest: "abc",
    version_index: 0,
    is_latest: 1,
    kind: "object",
    val,
  });

describe("an annotation specification", () => {
  it.each([
    [{ type: "boolean" }, { kind: "boolean" }],
    [
      { type: "string", enum: ["good", "bad"] },
      { kind: "choice", options: ["good", "bad"] },
    ],
    [
      { type: "integer", minimum: 1, maximum: 5 },
      { kind: "number", isInteger: true, least: 1, most: 5 },
    ],
    [
      { type: "string", maxLength: 20 },
      { kind: "text", maxLength: 20 },
    ],
    [{ type: "array" }, { kind: "json" }],
    [null, { kind: "json" }],
  ])("has a field for its schema: %o", (schema, field) => {
    expect(spec({ name: "Polite", field_schema: schema }).field).toEqual(field);
  });

  it("is identified by its object, and has a name for display", () => {
    expect(spec({ name: "Is it polite" })).toMatchObject({
      name: "polite",
      title: "Is it polite",
      ref: "weave:///e/p/object/polite:abc",
    });
    expect(spec("odd").title).toBe("polite");
  });
});

describe("typed text", () => {
  const number: AnnotationField = { kind: "number", isInteger: true, least: 1, most: 5 };
  it.each([
    [{ kind: "boolean" }, "false", { kind: "value", value: false }],
    [{ kind: "choice", options: [1, 2] }, "2", { kind: "value", value: 2 }],
    [number, "3", { kind: "value", value: 3 }],
    [number, "3.5", { kind: "wrong", reason: "Whole numbers only." }],
    [number, "9", { kind: "wrong", reason: "At most 5." }],
    [number, "x", { kind: "wrong", reason: "Not a number." }],
    [{ kind: "json" }, "[1", { kind: "wrong", reason: "Not valid JSON." }],
    [{ kind: "json" }, "[1]", { kind: "value", value: [1] }],
    [{ kind: "text", maxLength: null }, "", { kind: "empty" }],
  ] as const)("becomes a value or a reason: %o %s", (field, text, entered) => {
    expect(enteredValue(field, text)).toEqual(entered);
  });
});
