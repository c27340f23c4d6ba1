import { describe, expect, it } from "vitest";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { findParameter, type Parameter, parameters } from "./parameters";
import { readParameter } from "./read-parameter";

function parameterOf(name: string): Parameter {
  const found = findParameter(name);
  if (!found) throw new Error(`No parameter ${name}`);
  return found;
}

const read = (name: string, typed: string) => readParameter(parameterOf(name), typed);

describe("a typed parameter", () => {
  it.each(parameters)("is not sent when nothing is typed: $name", (parameter) => {
    expect(readParameter(parameter, "")).toEqual({ kind: "not-sent" });
    expect(readParameter(parameter, "  ")).toEqual({ kind: "not-sent" });
  });

  it.each(parameters.filter(({ example }) => example !== undefined))(
    "can start with its example: $name",
    (parameter) => {
      expect(readParameter(parameter, parameter.example ?? "").kind).toBe("value");
    },
  );

  it.each([
    ["temperature", "0.20", "0.20"],
    ["temperature", "0", "0"],
    ["seed", "12345678901234567890", "12345678901234567890"],
    ["logit_bias", '{"50256": -100.0}', '{"50256":-100.0}'],
  ])("keeps the digits of %s %s", (name, typed, sent) => {
    const reading = read(name, typed);
    expect(reading.kind === "value" && stringifyJson(reading.value)).toBe(sent);
  });

  it.each([
    ["temperature", "warm", "Not a number"],
    ["temperature", "1,5", "Not a number"],
    ["n", "1.5", "Not a whole number"],
    ["logprobs", "yes", "true or false"],
    ["logit_bias", "[1]", "A JSON object, in curly brackets"],
    ["functions", "{}", "A JSON list, in square brackets"],
    [
      "extra_headers",
      "{",
      "Line 1, character 2: Quoted object key or end of object '}' expected but reached end of input",
    ],
    ["response_format", '{\n  "type": json\n}', "Line 2, character 11: Object value expected after ':'"],
    ["stop", "[1]", "A string, or a JSON list of strings"],
  ])("is refused when it cannot be read: %s %s", (name, typed, message) => {
    const reading = read(name, typed);
    expect(reading.kind).toBe("broken");
    expect(reading.kind === "broken" && reading.message).toContain(message);
  });

  it("is sent with a warning outside the usual range", () => {
    expect(read("temperature", "3")).toEqual({ kind: "value", value: 3, warning: "Outside 0 to 2" });
    expect(read("max_tokens", "0")).toEqual({ kind: "value", value: 0, warning: "Outside at least 1" });
  });

  it.each([
    ["END", "END"],
    ['"\\n"', "\n"],
    ['["a", "b"]', ["a", "b"]],
    ['"unended', '"unended'],
    ["[unended", "[unended"],
  ])("for stop is a text or JSON: %s", (typed, sent) => {
    expect(read("stop", typed)).toEqual({ kind: "value", value: sent, warning: null });
  });

  it("for tool_choice is a word or an object", () => {
    expect(read("tool_choice", "required")).toMatchObject({ value: "required" });
    expect(read("tool_choice", '{"type":"function"}')).toMatchObject({ value: { type: "function" } });
  });
});
