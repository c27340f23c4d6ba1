import { describe, expect, it } from "vitest";
import { COMMAND_USAGE, type InputSchema, readCommandLine, toolInput } from "./command-line";
import { UsageError } from "./usage-error";

const SCHEMA = { properties: { query: { type: "string" }, limit: { type: "integer" }, last: { type: "string" } } };
const OF_TRACE = { properties: { trace_id: { type: "string" } } };

function inputOf(args: readonly string[], schema: InputSchema = args[0] === "trace" ? OF_TRACE : SCHEMA) {
  const line = readCommandLine(args);
  return line === null ? null : toolInput(line, schema);
}

describe("a command line of heddle", () => {
  it("becomes the input of its tool, with numbers as numbers", () => {
    expect(inputOf(["calls", "op:ask", "status:ok", "--limit", "3", "--last=4w", "--json"])).toEqual({
      query: "op:ask status:ok",
      limit: 3,
      last: "4w",
    });
  });

  it("becomes a text of words, and an object where the tool takes one", () => {
    const sql = { properties: { sql: { type: "string" }, parameters: { type: "object" } } };
    expect(inputOf(["sql", "SELECT 1", "FROM calls", "--parameters", '{"env":"prod"}'], sql)).toEqual({
      sql: "SELECT 1 FROM calls",
      parameters: { env: "prod" },
    });
    expect(() => inputOf(["sql", "SELECT 1", "--parameters", "env"], sql)).toThrow("needs a JSON object");
  });

  it("becomes a list where the tool takes one", () => {
    const ids = { properties: { run_ids: { type: "array" } } };
    expect(inputOf(["evaluations", "a", "b"], ids)).toEqual({ run_ids: ["a", "b"] });
  });

  it("asks for help with --help, and without a word", () => {
    expect([readCommandLine(["calls", "--help"]), readCommandLine([])]).toEqual([null, null]);
    expect(COMMAND_USAGE).toContain("Exit codes:");
  });

  it.each([
    ["an unknown command", ["nothing"], 'no command "nothing"'],
    ["an unknown option", ["calls", "--color", "red"], "no option --color"],
    ["a number that is none", ["calls", "--limit", "many"], "needs a number"],
    ["an option without its value", ["calls", "--last"], "--last needs a value"],
    ["too many words", ["trace", "a", "b"], "Unexpected word"],
  ])("with %s is refused, and the failure says which part", (_name, args, message) => {
    expect(() => inputOf(args)).toThrow(UsageError);
    expect(() => inputOf(args)).toThrow(message);
  });
});
