import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { formatWarnings, parameterWarnings, toolFacts, toolWarnings } from "./check-shape";

const tool = (members: object) => ({ type: "function", function: { name: "f", ...members } });

describe("a tool", () => {
  it.each([
    [tool({}), []],
    [tool({ parameters: { type: "object" } }), []],
    [{ name: "f" }, ['type must be "function" in OpenAI\'s interface', "function is missing"]],
    [tool({ name: "find flight" }), ["function.name may hold letters, digits, _ and -, at most 64 of them"]],
    [tool({ parameters: [] }), ["function.parameters must be an object with a type"]],
  ])("gets a warning when servers would reject it: %j", (value, warnings) => {
    expect(toolWarnings(value)).toEqual(warnings);
  });

  it("shows its name and its arguments in its row", () => {
    const value = tool({ strict: true, parameters: { type: "object", properties: { a: {}, b: {} } } });
    expect(toolFacts(value)).toEqual({ name: "f", arguments: "a, b", isStrict: true });
    expect(toolFacts(tool({ parameters: 1 }))).toEqual({ name: "f", arguments: "", isStrict: false });
    expect(toolFacts({})).toBeNull();
  });
});

it.each([
  [{ type: "text" }, []],
  [{}, ["type is missing"]],
  [{ type: "json_schema" }, ["json_schema is missing"]],
  [{ type: "json_schema", json_schema: { name: "r" } }, ["json_schema.schema must be an object with a type"]],
  [{ type: "json_schema", json_schema: { name: "r", schema: { type: "object" } } }, []],
  [{ type: "grammar" }, []],
])("a response format gets a warning when servers would reject it: %j", (value, warnings) => {
  expect(formatWarnings(value)).toEqual(warnings);
});

it.each([
  ["logit_bias", '{"50256":-100.0,"7":1e1}', []],
  ["logit_bias", '{"the":1}', ["the must be a token id"]],
  ["logit_bias", '{"7":-101,"8":"1"}', ["7 is outside of -100 to 100", "8 must be a number"]],
  ["functions", '[{"name":"f","parameters":{"type":"object"}}]', []],
  [
    "functions",
    '[{"name":"find flight"},1]',
    ["0.name may hold letters, digits, _ and -, at most 64 of them", "1 must be an object"],
  ],
  ["modalities", '["text","audio"]', []],
  ["modalities", '["smell"]', ["0 must be text or audio"]],
  ["extra_headers", '{"x-a":1}', ["x-a must be a string"]],
  ["other members", '{"anything":[1]}', []],
])("the parameter %s gets a warning when servers would reject it: %s", (name, text, warnings) => {
  expect(parameterWarnings(name, parseJson(text))).toEqual(warnings);
});
