import { describe, expect, it } from "vitest";
import { checkAnswer } from "./check-answer";

const formatOf = (schema: unknown) => ({ type: "json_schema", json_schema: { name: "agent_reply", schema } });

const check = (value: unknown, schema: unknown) => checkAnswer(JSON.stringify(value), formatOf(schema));

const problemsOf = (value: unknown, schema: unknown) => {
  const result = check(value, schema);
  return result?.kind === "invalid"
    ? result.problems.map(({ path, message }) => `${path} ${message}`.trim())
    : result?.kind;
};

const reply = {
  type: "object",
  required: ["say", "options"],
  additionalProperties: false,
  properties: {
    say: { type: "string" },
    options: { type: "array", items: { type: "string", pattern: "^HAT\\d{3}$" } },
    price: { type: ["integer", "null"], minimum: 1 },
    next: { anyOf: [{ $ref: "#/$defs/step" }, { type: "null" }] },
  },
  $defs: { step: { type: "object", required: ["tool"], properties: { tool: { enum: ["search", "book"] } } } },
};

describe("an answer and the requested schema", () => {
  it("is valid when it matches, under the schema's name", () => {
    expect(check({ say: "Hi", options: ["HAT083"], price: 3, next: { tool: "book" } }, reply)).toEqual({
      kind: "valid",
      name: "agent_reply",
    });
  });

  it("lists every mismatch", () => {
    expect(problemsOf({ options: ["HAT83"], more: 1, price: 0.5, next: { tool: "fly" } }, reply)).toEqual([
      "say is missing",
      "options[0] must match pattern /^HAT\\d{3}$/",
      "price expected number to be >=1",
      "price must be an integer",
      'next.tool must be "search" or "book"',
      "more is not in the schema",
    ]);
  });

  it("lists all types that a value may have", () => {
    expect(problemsOf({ a: true }, { properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } })).toEqual([
      "a expected string or null",
    ]);
  });

  it("is not JSON when it is truncated", () => {
    expect(checkAnswer('{"say": "Hel', formatOf(reply))).toMatchObject({
      kind: "invalid",
      problems: [{ path: "", message: expect.stringContaining("is not JSON") }],
    });
  });

  it("must be an object when json_object is requested", () => {
    expect(checkAnswer("{}", { type: "json_object" })).toEqual({ kind: "valid", name: "json_object" });
    expect(checkAnswer("[1]", { type: "json_object" })).toMatchObject({ kind: "invalid" });
  });

  it.each([[null], [{ type: "text" }], ["json_object"], [{ type: "json_schema", json_schema: { name: "a" } }]])(
    "is not checked where the format is %o",
    (format) => expect(checkAnswer("text", format)).toBeNull(),
  );
});

describe("a schema", () => {
  it.each([
    [
      "without a type",
      { properties: { a: { type: "string" } }, required: ["a"] },
      { a: 1 },
      "a expected string, received number",
    ],
    ["with a required member that it does not describe", { type: "object", required: ["b"] }, {}, "b is missing"],
    [
      "with a required member of any kind",
      { type: "object", required: ["b"], properties: { b: {} } },
      {},
      "b is missing",
    ],
    [
      "with a default",
      { type: "object", required: ["b"], properties: { b: { type: "string", default: "x" } } },
      {},
      "b is missing",
    ],
    [
      "of an older draft",
      { definitions: { q: { type: "string" } }, $ref: "#/definitions/q" },
      1,
      "expected string, received number",
    ],
    [
      "with a reference beside other rules",
      { $defs: { q: { type: "object" } }, $ref: "#/$defs/q", required: ["a"] },
      {},
      "a is missing",
    ],
    ["with rules beside choices", { anyOf: [{ type: "object" }], required: ["a"] }, {}, "a is missing"],
    ["that allows nothing", { properties: { a: false } }, { a: 1 }, "a is not allowed"],
    ["with numbers", { type: "number", multipleOf: 0.1, exclusiveMinimum: 0 }, 0, "expected number to be >0"],
  ])("%s is checked in full", (_, schema, value, problem) => expect(problemsOf(value, schema)).toEqual([problem]));

  it("may refer to itself", () => {
    const tree = {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#" } }, n: { type: "integer" } },
    };
    expect(problemsOf({ children: [{ children: [], n: 1 }] }, tree)).toBe("valid");
    expect(problemsOf({ children: [{ children: [{ n: "1" }] }] }, tree)).toEqual([
      "children[0].children[0].n expected number, received string",
    ]);
  });

  it("accepts integers of any size", () => expect(problemsOf(2 ** 70, { type: "integer" })).toBe("valid"));

  it("treats unknown formats as annotations", () => {
    expect(problemsOf("a", { type: "string", format: "uri-reference" })).toBe("valid");
    expect(problemsOf("a", { type: "string", format: "date" })).toEqual(["is not a valid date"]);
  });

  it.each([
    [{ if: { type: "string" } }],
    [{ not: { type: "string" } }],
    [{ $ref: "https://example.com/schema.json" }],
    [{ $defs: { a: { properties: { b: {} } } }, $ref: "#/$defs/a/properties/b" }],
    [{ enum: [{ a: 1 }] }],
    [{ type: "STRING" }],
    ["no schema"],
  ])("%o is reported as not checked, and the answer not as valid", (schema) => {
    expect(check({}, schema)).toMatchObject({ kind: "unchecked", name: "agent_reply", reason: expect.any(String) });
  });
});
