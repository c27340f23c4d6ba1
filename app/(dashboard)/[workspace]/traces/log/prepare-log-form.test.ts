import { describe, expect, it } from "vitest";
import { callUpsertBatch } from "@/lib/api/contract/calls/calls";
import { emptyLogForm, type LogForm, logFieldErrors, readLogForm } from "./prepare-log-form";

const context = { projectId: "demo/airline", nowMs: Date.UTC(2026, 10, 20, 10), id: "new" };
const read = (form: Partial<LogForm>) => readLogForm({ ...emptyLogForm, op: "turn", ...form }, context);
const errors = (form: Partial<LogForm>) => {
  const result = read(form);
  return "errors" in result ? result.errors : {};
};

describe("a call logged by hand", () => {
  it("has a start and an end that the contract accepts", () => {
    const result = read({ inputs: '{"q": 1.0}', output: "Yes, for 35 USD.", duration: "2s", thread: "t1" });
    if (!("batch" in result)) throw new Error("The form is not read.");
    expect(callUpsertBatch.safeParse(result.batch).success).toBe(true);
    expect(result.batch).toMatchObject({
      batch: [
        {
          mode: "start",
          req: { start: { id: "new", trace_id: "new", op_name: "turn", thread_id: "t1", turn_id: "new" } },
        },
        { mode: "end", req: { end: { ended_at: "2026-11-20T10:00:02.000Z", output: "Yes, for 35 USD." } } },
      ],
    });
  });

  it("has no end while it runs, and an error when it failed", () => {
    const running = read({ ending: "running", duration: "nonsense" });
    expect("batch" in running && running.batch.batch).toHaveLength(1);
    expect(read({ ending: "failed", exception: "no answer" })).toMatchObject({
      batch: { batch: [{}, { req: { end: { exception: "no answer" } } }] },
    });
  });

  it.each([
    ["a text", "hello", "hello"],
    ["a number", "42", 42],
    ["an object", '{"a": [1]}', { a: [1] }],
    ["nothing", " ", null],
  ])("accepts %s as its output", (_name, output, value) => {
    expect(read({ output })).toMatchObject({ batch: { batch: [{}, { req: { end: { output: value } } }] } });
  });
});

describe("form errors", () => {
  it("appear at their fields", () => {
    const found = errors({ op: " ", started: "soon", duration: "long", ending: "failed", parent: "p" });
    expect(Object.keys(found).sort()).toEqual(["duration", "exception", "op", "started", "trace"]);
  });

  it("report the line and the column of invalid JSON", () => {
    expect(errors({ inputs: '{\n  "a": nope\n}' }).inputs).toBe("Line 2, column 8: Object value expected after ':'");
    expect(errors({ output: '["open' }).output).toMatch(/^Line 1, column 7: /);
  });

  it("require an object where one is needed", () => {
    expect(errors({ inputs: "[1]" }).inputs).toMatch(/^Enter an object/);
    expect(errors({ attributes: '"x"' }).attributes).toMatch(/^Enter an object/);
  });
});

it("show the service's validation errors at their fields", () => {
  const detail = [
    { loc: ["body", "batch", "0", "req", "start", "inputs", "a"], msg: "too deep", type: "x" },
    { loc: ["body", "batch", "1", "req", "end", "ended_at"], msg: "before the start", type: "x" },
    { loc: ["body", "batch"], msg: "too long", type: "x" },
  ];
  const failure = { kind: "validation" as const, message: "Refused", requestId: "r", operation: "call.upsertBatch" };
  expect(logFieldErrors({ ...failure, detail })).toEqual({
    errors: { inputs: "a: too deep", duration: "before the start" },
    others: ["body.batch: too long"],
  });
  expect(logFieldErrors(failure).others).toEqual(["Refused"]);
});
