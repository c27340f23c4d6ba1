import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The calls of each trace in the files. */
const CALLS_PER_TRACE = 10;
const FIRST_MS = Date.parse("2026-11-01T00:00:00Z");
const SENTENCE = "The passenger asks why the flight was rebooked, and the agent reads the policy before it answers. ";

/** A record of a file: one call of a trace. */
interface Place {
  readonly at: number;
  readonly trace: number;
  readonly isRoot: boolean;
  readonly question: string;
  readonly answer: string;
}

interface Format {
  readonly name: string;
  /** Records of one call, one a line. */
  readonly record: (place: Place) => object;
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");
const base64 = (number: number, bytes: number) => Buffer.from(hex(number, bytes * 2), "hex").toString("base64");
const startMs = ({ at }: Place) => FIRST_MS + at * 50;
const iso = (ms: number) => new Date(ms).toISOString();
const nanos = (ms: number) => `${ms}000000`;
const messages = ({ question }: Place) => [{ role: "user", content: question }];
const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
const first = ({ trace }: Place) => trace * CALLS_PER_TRACE;

/** The forms of records that the tools export, each as its reader's tests have them. */
const formats: readonly Format[] = [
  {
    name: "Langfuse",
    record: (place) => ({
      ...{
        id: `o${place.at}`,
        trace_id: `t${place.trace}`,
        project_id: "lf",
        type: place.isRoot ? "SPAN" : "GENERATION",
      },
      parent_observation_id: place.isRoot ? "" : `o${first(place)}`,
      ...{ start_time: iso(startMs(place)), end_time: iso(startMs(place) + 40), is_root_observation: place.isRoot },
      ...{ name: "answer", trace_name: "chat", user_id: "mia", session_id: `s${place.trace}`, tags: ["vip"] },
      ...{ input: JSON.stringify(messages(place)), output: place.answer, provided_model_name: "gpt-4o" },
      usage_details: '{"input":10,"output":2,"total":12}',
    }),
  },
  {
    name: "LangSmith",
    record: (place) => ({
      ...{ id: `r${place.at}`, trace_id: `r${first(place)}`, parent_run_id: place.isRoot ? null : `r${first(place)}` },
      ...{ name: "answer", run_type: place.isRoot ? "chain" : "llm" },
      ...{ start_time: iso(startMs(place)).slice(0, -1), end_time: iso(startMs(place) + 40).slice(0, -1) },
      ...{ inputs: { messages: messages(place) }, outputs: { text: place.answer }, total_tokens: 12 },
      extra: { metadata: { thread_id: `s${place.trace}`, user_id: "mia" } },
    }),
  },
  {
    name: "Braintrust",
    record: (place) => ({
      ...{ id: `row${place.at}`, _xact_id: "1000196022104685824", span_id: `s${place.at}` },
      ...{ root_span_id: `s${first(place)}`, span_parents: place.isRoot ? null : [`s${first(place)}`] },
      ...{ is_root: place.isRoot, created: iso(startMs(place)), input: messages(place), output: place.answer },
      ...{ metadata: { model: "gpt-4o" }, span_attributes: { name: "answer", type: place.isRoot ? "task" : "llm" } },
      metrics: { start: startMs(place) / 1000, end: (startMs(place) + 40) / 1000, ...usage, tokens: 12 },
    }),
  },
  {
    name: "Phoenix",
    record: (place) => ({
      ...{ name: "answer", "context.trace_id": hex(place.trace + 1, 32), "context.span_id": hex(place.at + 1, 16) },
      ...{ span_kind: place.isRoot ? "CHAIN" : "LLM", parent_id: place.isRoot ? "" : hex(first(place) + 1, 16) },
      ...{ start_time: iso(startMs(place)), end_time: iso(startMs(place) + 40), "attributes.llm.model_name": "gpt-4o" },
      ...{ "attributes.input.value": place.question, "attributes.output.value": place.answer },
    }),
  },
  {
    name: "MLflow",
    record: (place) => ({
      info: { trace_id: `tr-${hex(place.at + 1, 32)}`, trace_location: {}, trace_metadata: {} },
      data: {
        spans: [
          {
            ...{ trace_id: base64(place.at + 1, 16), span_id: base64(place.at + 1, 8), parent_span_id: null },
            ...{ name: "answer", start_time_unix_nano: Number(nanos(startMs(place))) },
            ...{
              end_time_unix_nano: Number(nanos(startMs(place) + 40)),
              status: { code: "STATUS_CODE_OK", message: "" },
            },
            attributes: { "mlflow.spanType": '"LLM"', "mlflow.spanInputs": JSON.stringify({ q: place.question }) },
          },
        ],
      },
    }),
  },
  {
    name: "OpenAI Evals",
    record: (place) => ({
      ...{ object: "eval.run.output_item", id: `item_${place.at}`, run_id: "run_1", eval_id: "eval_1" },
      ...{ created_at: Math.floor(startMs(place) / 1000), datasource_item_id: place.at },
      ...{ datasource_item: { question: place.question }, results: [] },
      sample: {
        ...{ input: messages(place), output: [{ role: "assistant", content: place.answer }], model: "gpt-4o" },
        ...{ usage: { ...usage, cached_tokens: 0 }, error: null },
      },
    }),
  },
  {
    name: "ATIF",
    record: (place) => ({
      ...{ schema_version: "ATIF-v1.7", session_id: `session-${place.at}`, trajectory_id: `main-${place.at}` },
      agent: { name: "coder", version: "2.1", model_name: "gpt-4o" },
      steps: [
        { step_id: 1, timestamp: iso(startMs(place)), source: "user", message: place.question },
        { step_id: 2, timestamp: iso(startMs(place) + 40), source: "agent", message: place.answer, metrics: usage },
      ],
    }),
  },
  {
    name: "OpenTelemetry collector",
    record: (place) => ({
      resourceSpans: [
        {
          resource: { attributes: [] },
          scopeSpans: [
            {
              spans: [
                {
                  ...{ traceId: hex(place.trace + 1, 32), spanId: hex(place.at + 1, 16), name: "answer" },
                  ...(place.isRoot ? {} : { parentSpanId: hex(first(place) + 1, 16) }),
                  ...{ startTimeUnixNano: nanos(startMs(place)), endTimeUnixNano: nanos(startMs(place) + 40) },
                  attributes: [{ key: "input.value", value: { stringValue: place.question } }],
                },
              ],
            },
          ],
        },
      ],
    }),
  },
];

export interface ExportFile {
  /** The tool whose export it is. */
  readonly name: string;
  readonly file: string;
}

function* linesOf({ record }: Format, count: number): Generator<string, void, void> {
  for (let at = 0; at < count; at += 1) {
    const trace = Math.floor(at / CALLS_PER_TRACE);
    const question = `${SENTENCE.repeat(2)}Question ${at}?`;
    const isRoot = at % CALLS_PER_TRACE === 0;
    yield `${JSON.stringify(record({ at, trace, isRoot, question, answer: `${SENTENCE}Answer ${at}.` }))}\n`;
  }
}

/** Writes a file of `count` records for each tool whose name contains `only`. */
export async function writeExportFiles(folder: string, count: number, only: string): Promise<readonly ExportFile[]> {
  const chosen = formats.filter(({ name }) => name.includes(only));
  const files: ExportFile[] = [];
  for (const format of chosen) {
    const file = join(folder, `${format.name.replaceAll(" ", "-")}.jsonl`);
    await pipeline(Readable.from(linesOf(format, count)), createWriteStream(file));
    files.push({ name: format.name, file });
  }
  return files;
}
