import { describe, expect, it } from "vitest";
import { exceptionLine } from "@/lib/calls/exception-text";
import { convertExport } from "@/service/traces/otel/convert-export";
import { decodeExportRequest } from "@/service/traces/otel/otlp-messages";
import { otlpRequests, rowLines, upsertBatches } from "./requests";
import { MODEL_SPANS, NEEDLE, tokensOf } from "./trace-facts";
import { makeCorpus } from "./words";
import { DEFAULT_UNTIL_MS, PROJECT, Workload } from "./workload";

interface Row {
  readonly id: string;
  readonly parent_id: string;
  readonly turn_id: string;
  readonly thread_id: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly exception: string;
  readonly input_tokens: number;
  readonly inputs: unknown;
  readonly output: unknown;
}

const corpus = makeCorpus();
const workload = new Workload({ spans: 5_000, hours: 24, untilMs: DEFAULT_UNTIL_MS });
const traces = workload.range(0, workload.traces);
const { calls, response } = convertExport(decodeExportRequest(otlpRequests(corpus)(traces)), PROJECT);
const rows = rowLines(corpus)(traces)
  .toString()
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

describe("the spans of a workload", () => {
  it("are all accepted by the service, as nine operations in traces of ten", () => {
    expect(response).toEqual({});
    expect(calls).toHaveLength(5_000);
    expect(new Set(calls.map(({ start }) => start.id)).size).toBe(5_000);
    expect(new Set(calls.map(({ start }) => start.trace_id)).size).toBe(500);
    expect(new Set(calls.map(({ start }) => start.op_name)).size).toBe(9);
  });

  it("are the same bytes each time", () => {
    const again = new Workload({ spans: 5_000, hours: 24, untilMs: DEFAULT_UNTIL_MS });
    const bytes = otlpRequests(makeCorpus())(again.range(0, 50));
    expect(bytes.equals(otlpRequests(corpus)(traces.slice(0, 50)))).toBe(true);
  });

  it("are inside the time of the workload, and children inside their parents", () => {
    const byId = new Map(calls.map((call) => [call.start.id, call]));
    for (const { start, end } of calls) {
      expect(Date.parse(String(start.started_at))).toBeGreaterThanOrEqual(workload.sinceMs);
      expect(Date.parse(String(start.started_at))).toBeLessThan(workload.untilMs);
      const parent = start.parent_id ? byId.get(start.parent_id) : undefined;
      if (parent) expect(String(parent.start.started_at) <= String(start.started_at)).toBe(true);
      if (parent) expect(String(parent.end?.ended_at) >= String(end?.ended_at)).toBe(true);
    }
  });

  it("fail alone, or with their parent", () => {
    const failed = calls.filter(({ end }) => end?.exception);
    expect(failed.length).toBe(
      traces.reduce((sum, { failure }) => sum + { none: 0, tool: 1, refusal: 1, run: 2 }[failure], 0),
    );
    const roots = failed.filter(({ start }) => start.parent_id === null);
    expect(roots.length).toBe(traces.filter(({ failure }) => failure === "run").length);
  });

  it("report their tokens by model", () => {
    const [trace] = traces;
    const reported = calls.slice(0, 10).flatMap(({ end }) => Object.values((end?.summary.usage ?? {}) as object));
    const expected = MODEL_SPANS.map((span) => tokensOf(trace?.trace ?? 0, span).input);
    expect(reported.map(({ input_tokens: input }) => input)).toEqual(expected);
  });

  it("contain the searched text in the outputs of the root and of its last model call", () => {
    const found = calls.filter(({ end }) => JSON.stringify(end?.output ?? null).includes(NEEDLE));
    const answered = traces.filter(({ hasNeedle }) => hasNeedle);
    expect(found.length).toBe(answered.reduce((sum, { failure }) => sum + (failure === "run" ? 1 : 2), 0));
    expect(answered.length).toBeGreaterThan(0);
  });
});

describe("the rows of the plain table", () => {
  it("are the calls that the service makes of the spans", () => {
    const made = calls.map(({ start, end }) => ({
      id: start.id,
      parent_id: start.parent_id ?? "",
      turn_id: start.turn_id,
      thread_id: start.thread_id,
      started_at: start.started_at,
      ended_at: end?.ended_at,
      exception: exceptionLine(end?.exception ?? ""),
      inputs: start.inputs,
      output: end?.output ?? "",
    }));
    const plain = rows.map(
      ({ id, parent_id, turn_id, thread_id, started_at, ended_at, exception, inputs, output }) => ({
        ...{ id, parent_id, turn_id, thread_id, started_at, ended_at, exception, inputs, output },
      }),
    );
    expect(plain.slice(0, 1_000)).toEqual(JSON.parse(JSON.stringify(made.slice(0, 1_000))));
    expect(rows).toHaveLength(made.length);
  });
});

describe("batches of starts and ends", () => {
  it("are two parts of the same calls", () => {
    const { starts, ends } = upsertBatches(corpus);
    const partsOf = (body: Buffer) => (JSON.parse(body.toString()) as { batch: { mode: string; req: object }[] }).batch;
    const idsOf = (body: Buffer) =>
      partsOf(body).map(({ mode, req }) => (req as Record<string, { id: string }>)[mode]?.id);
    const two = traces.slice(0, 2);
    expect(idsOf(starts(two))).toHaveLength(20);
    expect(idsOf(ends(two))).toEqual(idsOf(starts(two)));
  });
});
