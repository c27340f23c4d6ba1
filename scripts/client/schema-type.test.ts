import { describe, expect, it } from "vitest";
import { docComment, schemaType } from "./schema-type";

const text = { type: "string" };

describe("schemaType", () => {
  it.each([
    [{}, "unknown"],
    [false, "never"],
    [{ type: "integer" }, "number"],
    [{ $ref: "#/components/schemas/Call" }, "Call"],
    [{ const: "start" }, '"start"'],
    [{ enum: ["asc", 1, null] }, '"asc" | 1 | null'],
    [{ anyOf: [text, { type: "null" }, text] }, "string | null"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ type: "array", items: { anyOf: [text, { type: "null" }] } }, "Array<string | null>"],
    [{ type: "array", prefixItems: [text, { type: "boolean" }] }, "[string, boolean]"],
    [{ allOf: [{ $ref: "#/A" }, { anyOf: [text, { type: "number" }] }] }, "(A) & (string | number)"],
    [{ type: "object", additionalProperties: text }, "{ [name: string]: string }"],
    [{ type: "object" }, "{ [name: string]: unknown }"],
  ])("writes %j as %s", (schema, type) => {
    expect(schemaType(schema)).toBe(type);
  });

  it("marks members that may be missing, quotes names, and keeps what an object may have besides", () => {
    const properties = { id: text, "$not-a-name": { ...text, description: "Ends */ here." } };
    expect(schemaType({ type: "object", properties, required: ["id"], additionalProperties: {} })).toBe(
      '{\nid: string;\n/** Ends * / here. */\n"$not-a-name"?: string;\n[name: string]: unknown;\n}',
    );
    expect(schemaType({ type: "object", properties: { id: text } })).toBe("{\nid?: string;\n}");
  });
});

it("writes no comment for no text", () => {
  expect([docComment(undefined), docComment("")]).toEqual(["", ""]);
});
