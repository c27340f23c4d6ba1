import { describe, expect, it } from "vitest";
import { itemsOf, lines } from "@/lib/import/testing/imported-text";

const bytes = (hex: string) => Buffer.from(hex, "hex").toString("base64");

const SPAN = {
  trace_id: bytes("5b8efff798038103d269b633813fc60c"),
  span_id: bytes("eee19b7ec3c1b174"),
  parent_span_id: null,
  name: "answer",
  start_time_unix_nano: 0,
  end_time_unix_nano: 0,
  status: { code: "STATUS_CODE_OK", message: "" },
  attributes: { "mlflow.spanType": '"LLM"', "mlflow.spanInputs": '{"a": 3}' },
};

const INFO = {
  trace_id: "tr-5b8efff798038103d269b633813fc60c",
  trace_location: {},
  trace_metadata: {
    "mlflow.trace.user": "mia",
    "mlflow.trace.tokenUsage": '{"total_tokens": 5}',
    "mlflow.sourceRun": "r",
  },
  assessments: [
    { assessment_id: "a1", assessment_name: "correct", feedback: { value: "yes" }, rationale: "fine" },
    { assessment_id: "a2", assessment_name: "old", feedback: { value: "no" }, valid: false },
    { assessment_id: "a3", assessment_name: "expected", expectation: { serialized_value: { value: '{"x": 1}' } } },
  ],
};

/** The trace as a file has it, with nanoseconds that are no exact number of JavaScript. */
const text = (info: object) =>
  JSON.stringify({ info, data: { spans: [SPAN] } }).replaceAll('_unix_nano":0', '_unix_nano":1772600767008000001');

describe("MLflow", () => {
  it("spans keep their nanoseconds, get ids in hexadecimal, and the root has the user of the trace", async () => {
    const [item] = await itemsOf(text(INFO));
    expect(item?.kind === "item" && item.spans?.[0]?.scopeSpans?.[0]?.spans).toEqual([
      {
        traceId: "5b8efff798038103d269b633813fc60c",
        spanId: "eee19b7ec3c1b174",
        parentSpanId: "",
        name: "answer",
        startTimeUnixNano: "1772600767008000001",
        endTimeUnixNano: "1772600767008000001",
        status: { code: 1, message: "" },
        attributes: [
          { key: "mlflow.spanType", value: { stringValue: '"LLM"' } },
          { key: "mlflow.spanInputs", value: { stringValue: '{"a": 3}' } },
          { key: "mlflow.trace.user", value: { stringValue: "mia" } },
        ],
      },
    ]);
  });

  it("assessments are feedback on the root where they name no span, and replaced ones are skipped", async () => {
    const [, ...items] = await itemsOf(text(INFO));
    expect(items).toMatchObject([
      {
        feedback: [{ weave_ref: "weave:///e/p/call/eee19b7ec3c1b174", payload: { value: "yes", explanation: "fine" } }],
      },
      { kind: "skipped", reason: "The assessment old is replaced by a newer one." },
      { feedback: [{ feedback_type: "expected", payload: { value: { x: 1 } } }] },
    ]);
  });

  it("a trace without spans, as a search returns it, is skipped with its reason", async () => {
    expect(await itemsOf(lines({ traces: [INFO] }))).toMatchObject([
      { kind: "skipped", reason: expect.stringContaining("has no spans") },
    ]);
  });
});
