import { describe, expect, it } from "vitest";
import { formatWarnings, toolFacts, toolWarnings } from "./check-shape";

const tool = (members: object) => ({ type: "function", function: { name: "f", ...members } });

describe("a tool", () => {
  it.each([
    [tool({}), []],
    [tool({ parameters: { type: "object" } }), []],
    [{ name: "f" }, ['type is "function" in OpenAI\'s interface', "function is missing"]],
    [tool({ name: "find flight" }), ["function.name may hold letters, digits, _ and -, at most 64 of them"]],
    [tool({ parameters: [] }), ["function.parameters is not an object with a type"]],
  ])("is warned of where servers would refuse it: %j", (value, warnings) => {
    expect(toolWarnings(value)).toEqual(warnings);
  });

  it("has its name and its arguments in its row", () => {
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
  [{ type: "json_schema", json_schema: { name: "r" } }, ["json_schema.schema is not an object with a type"]],
  [{ type: "json_schema", json_schema: { name: "r", schema: { type: "object" } } }, []],
  [{ type: "grammar" }, []],
])("a response format is warned of where servers would refuse it: %j", (value, warnings) => {
  expect(formatWarnings(value)).toEqual(warnings);
});
