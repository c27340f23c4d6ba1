import { describe, expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { convertCall } from "@/lib/import/exported-call";
import { exportFields, exportFileName, exportMembers, exportWriter } from "./calls-export-format";

const call: Call = {
  id: "a",
  project_id: "demo/airline",
  op_name: "turn",
  trace_id: "t",
  started_at: "2026-11-20T10:00:00Z",
  ended_at: "2026-11-20T10:00:02Z",
  inputs: parseJson('{"user":{"name":"=HYPERLINK(\\"x\\")"},"n":9007199254740993}') as Record<string, unknown>,
  output: "two\nlines",
  attributes: { env: "prod" },
  summary: {
    usage: { m: { prompt_tokens: 10, completion_tokens: 2 } },
    weave: { status: "success", latency_ms: 2000 },
  },
};

describe("export columns", () => {
  const fields = exportFields("shown", ["select", "status", "op", "inputs.user.name", "duration", "tokens-in", "cost"]);

  it("start with the id, then the columns of the list, under their wire names", () => {
    expect(fields.map(({ name }) => name)).toEqual([
      "id",
      "status",
      "op_name",
      "inputs.user.name",
      "latency_ms",
      "prompt_tokens",
      "cost_usd",
      "exception",
    ]);
  });

  it("request no payload member that is not exported", () => {
    expect(exportMembers("shown", exportFields("shown", ["op"]))).toEqual(["id", "op_name", "ended_at", "exception"]);
    expect(exportMembers("shown", fields)).toContain("inputs");
    expect(exportMembers("everything", exportFields("everything", []))).toBeUndefined();
  });

  it("write figures as numbers, missing values as empty cells, and no formulas", () => {
    const writer = exportWriter("csv", "shown", fields);
    expect(writer.head).toBe(
      "\ufeffid,status,op_name,inputs.user.name,latency_ms,prompt_tokens,cost_usd,exception\r\n",
    );
    expect(writer.line(call, true)).toBe(`a,success,turn,"'=HYPERLINK(""x"")",2000,10,,\r\n`);
  });

  it("write the text of an error where the list shows that a call failed", () => {
    const failed = { ...call, output: null, exception: "ValueError: no such flight" };
    for (const shown of [["status"], ["op", "output"]]) {
      const writer = exportWriter("csv", "shown", exportFields("shown", shown));
      expect(writer.line(failed, true)).toContain("ValueError: no such flight");
    }
    expect(exportFields("shown", ["op", "duration"]).map(({ name }) => name)).not.toContain("exception");
  });

  it("write the name of an op, and its ref only with everything", () => {
    const traced = { ...call, op_name: "weave:///demo/airline/op/chat.turn:abc123" };
    const lineOf = (content: "shown" | "everything") =>
      exportWriter("csv", content, exportFields(content, ["op"])).line(traced, true);
    expect(lineOf("shown")).toBe("a,chat.turn\r\n");
    expect(lineOf("everything")).toContain(",chat.turn,weave:///demo/airline/op/chat.turn:abc123,");
  });

  it("write long digits and nested values as JSON text", () => {
    const writer = exportWriter("tsv", "everything", exportFields("everything", []));
    expect(writer.line(call, true)).toContain("9007199254740993");
    expect(writer.head.startsWith("id\ttrace_id")).toBe(true);
  });
});

describe("export of full calls", () => {
  it("can be imported again, line by line", () => {
    const line = exportWriter("jsonl", "everything", exportFields("everything", [])).line(call, true);
    const [start, end] = convertCall(parseJson(line), "other/project").parts;
    expect(start).toMatchObject({
      mode: "start",
      req: { start: { project_id: "other/project", id: "a", inputs: call.inputs } },
    });
    expect(end).toMatchObject({
      mode: "end",
      req: { end: { output: "two\nlines", summary: { usage: { m: { prompt_tokens: 10 } } } } },
    });
  });

  it("is a single list in JSON, even when empty", () => {
    const writer = exportWriter("json", "everything", exportFields("everything", []));
    expect(JSON.parse(`${writer.head}${writer.foot}`)).toEqual([]);
    const text = `${writer.head}${writer.line(call, true)}${writer.line(call, false)}${writer.foot}`;
    expect(JSON.parse(text)).toHaveLength(2);
  });
});

it("has a name that is valid on every file system", () => {
  expect(exportFileName("demo/air line", "csv", Date.UTC(2026, 10, 20))).toBe("demo-air-line-traces-2026-11-20.csv");
});
