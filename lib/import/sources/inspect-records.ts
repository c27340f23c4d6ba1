import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { answerOf, answersOf, factsOf, toolCallOf, toolsOf, usageByModel, usageOf } from "./inspect-events";
import { askedMessages, chatMessage, scoreValues, withAttachments } from "./inspect-sample";
import {
  memberOf,
  numberOf,
  objectOf,
  objectsIn,
  otherMembers,
  type RecordContext,
  type SourceCall,
  skippedRecord,
  sourceId,
  sourceItem,
  textOf,
  utcTime,
} from "./source-record";

const TOOL = "Inspect";

const NO_TIMES = "The sample has no times: it has those of the evaluation's start.";
const REMOVED = "Images and other media were removed by Inspect when it wrote the log.";
const RETRIES = "Events of attempts that failed before the last one have no place.";

const EVAL_COLUMNS = new Set("model,task,dataset,created".split(","));
const SAMPLE_COLUMNS = new Set(
  "id,epoch,input,choices,target,messages,output,scores,metadata,events,events_data,attachments,model_usage,role_usage,started_at,completed_at,timelines".split(
    ",",
  ),
);

/** What the calls of an evaluation have in common. */
class Evaluation {
  readonly #spec: Members;
  readonly name: string;

  constructor(spec: Members) {
    this.#spec = spec;
    this.name = textOf(spec, "task_display_name", "task") ?? "eval";
  }

  get model(): string | null {
    return textOf(this.#spec, "model");
  }

  /** Logs of the first versions have no id. */
  get #key(): string {
    return textOf(this.#spec, "eval_id") ?? [this.name, this.model, textOf(this.#spec, "run_id", "created")].join(" ");
  }

  idOf(...names: readonly string[]): string {
    return sourceId(TOOL, "eval", this.#key, ...names);
  }

  get rootId(): string {
    return this.idOf();
  }

  get createdAt(): string | null {
    return utcTime(memberOf(this.#spec, "created"));
  }

  /** The evaluation and the model, as calls of evaluations name them. */
  get inputs() {
    const dataset = textOf(objectOf(this.#spec, "dataset"), "name");
    return { self: { name: this.name, ...(dataset === null ? {} : { dataset }) }, model: { name: this.model ?? "" } };
  }

  get facts(): Record<string, unknown> {
    return otherMembers(this.#spec, EVAL_COLUMNS);
  }
}

function readLog(log: Members, context: RecordContext): ImportItem | SkippedItem {
  const evaluation = new Evaluation(objectOf(log, "eval"));
  const stats = objectOf(log, "stats");
  const startedAt = utcTime(memberOf(stats, "started_at")) ?? evaluation.createdAt;
  if (startedAt === null) return skippedRecord(context, "The log does not say when it was created.");
  const status = textOf(log, "status");
  const call: SourceCall = {
    ...{ id: evaluation.rootId, traceId: evaluation.rootId, parentId: null, threadId: null, turnId: null },
    name: "Evaluation.evaluate",
    startedAt,
    // What is still "started" in a file has crashed.
    endedAt: status === "started" ? null : (utcTime(memberOf(stats, "completed_at")) ?? startedAt),
    attributes: { import: { source: "inspect" }, inspect: { status, ...evaluation.facts } },
    inputs: evaluation.inputs,
    output: metricsOf(log),
    exception: exceptionOf(log) ?? (status === "cancelled" ? "Cancelled" : null),
    usage: null,
  };
  const source = { tool: TOOL, record: "evaluation", becomes: "evaluation" } as const;
  return sourceItem(context, source, { calls: [call] });
}

/** The metrics by scorer; null where none were computed. */
function metricsOf(log: Members): Record<string, unknown> | null {
  const scores = objectsIn(objectOf(log, "results").scores);
  if (scores.length === 0) return null;
  return Object.fromEntries(
    scores.map((score, at) => [
      textOf(score, "name", "scorer") ?? `scorer ${at + 1}`,
      Object.fromEntries(
        Object.entries(objectOf(score, "metrics")).map(([name, metric]) => [
          name,
          isMembers(metric) ? (metric.value ?? null) : metric,
        ]),
      ),
    ]),
  );
}

/** The traceback, which ends in the message, or the message. */
function exceptionOf(record: Members): string | null {
  return textOf(objectOf(record, "error"), "traceback", "message");
}

class SampleReader {
  readonly calls: SourceCall[] = [];
  readonly losses = new Set<string>();
  readonly #evaluation: Evaluation;
  readonly #sample: Members;
  readonly #key: readonly string[];
  readonly #startedAt: string;
  readonly #endedAt: string;
  readonly #events: readonly Members[];
  readonly #spans: ReadonlySet<string>;
  /** When spans ended, by their ids. */
  readonly #ends: ReadonlyMap<unknown, string>;

  constructor(evaluation: Evaluation, sample: Members, fromMs: number) {
    this.#evaluation = evaluation;
    this.#sample = withAttachments(sample);
    this.#events = objectsIn(this.#sample.events);
    this.#key = ["sample", textOf(sample, "id") ?? "", textOf(sample, "epoch") ?? ""];
    const times = this.#events.flatMap((event) =>
      [memberOf(event, "timestamp"), memberOf(event, "completed")].flatMap((time) => utcTime(time) ?? []),
    );
    const stated = utcTime(memberOf(sample, "started_at")) ?? times[0];
    if (stated === undefined) this.losses.add(NO_TIMES);
    this.#startedAt = stated ?? evaluation.createdAt ?? new Date(fromMs).toISOString();
    this.#endedAt = utcTime(memberOf(sample, "completed_at")) ?? times.at(-1) ?? this.#startedAt;
    this.#ends = new Map(
      this.#events.flatMap((event) => {
        const at = event.event === "span_end" ? utcTime(memberOf(event, "timestamp")) : null;
        return at === null ? [] : [[event.id, at] as const];
      }),
    );
    this.#spans = new Set(
      this.#events.flatMap((event) => (event.event === "span_begin" ? (textOf(event, "id") ?? []) : [])),
    );
  }

  read(): void {
    this.calls.push(this.#trial());
    for (const [at, event] of this.#events.entries()) this.#readEvent(event, at);
    if (objectsIn(this.#sample.error_retries).length > 0) this.losses.add(RETRIES);
  }

  get #trialId(): string {
    return this.#evaluation.idOf(...this.#key);
  }

  #trial(): SourceCall {
    const sample = this.#sample;
    const hasModelCalls = this.#events.some((event) => event.event === "model");
    const scores = objectOf(sample, "scores");
    const output = objectOf(sample, "output");
    return {
      ...this.#below(null),
      id: this.#trialId,
      parentId: this.#evaluation.rootId,
      name: "Evaluation.predict_and_score",
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      attributes: {
        import: { source: "inspect" },
        inspect: { epoch: sample.epoch, ...otherMembers(sample, SAMPLE_COLUMNS) },
      },
      inputs: { ...this.#evaluation.inputs, example: this.#example() },
      output: {
        output: memberOf(output, "completion") ?? answerOf(output),
        scores: scoreValues(scores),
        ...(Object.keys(scores).length === 0 ? {} : { score_details: scores }),
        ...(numberOf(sample.total_time) === null ? {} : { model_latency: numberOf(sample.total_time) }),
        // A log without events has the conversation only here.
        ...(hasModelCalls ? {} : { messages: objectsIn(sample.messages).map(chatMessage) }),
      },
      exception: exceptionOf(sample),
      usage: hasModelCalls ? null : usageByModel(objectOf(sample, "model_usage")),
    };
  }

  /** The same in each epoch, which are the trials of an example. */
  #example(): Record<string, unknown> {
    const { id, input, target, choices, metadata } = this.#sample;
    const messages = Array.isArray(input) ? input.map(chatMessage) : input;
    const isSet = (value: unknown) => value !== null && value !== undefined;
    return {
      ...{ id, input: messages, target },
      ...(isSet(choices) ? { choices } : {}),
      ...(isMembers(metadata) && Object.keys(metadata).length > 0 ? { metadata } : {}),
    };
  }

  /** The members of a call at its place: below a span, or below the trial. */
  #below(spanId: string | null) {
    const isKnown = spanId !== null && this.#spans.has(spanId);
    const parent = isKnown ? this.#evaluation.idOf(...this.#key, "span", spanId) : this.#trialId;
    return { traceId: this.#evaluation.rootId, parentId: parent, threadId: null, turnId: null } as const;
  }

  #readEvent(event: Members, at: number): void {
    const id = this.#evaluation.idOf(...this.#key, "event", textOf(event, "uuid") ?? String(at));
    const timed = this.#timesOf(event);
    switch (event.event) {
      case "span_begin":
        this.calls.push(this.#span(event));
        return;
      case "model":
        this.calls.push({ ...this.#below(textOf(event, "span_id")), id, ...timed, ...this.#modelCall(event) });
        return;
      case "tool":
        this.calls.push({ ...this.#below(textOf(event, "span_id")), id, ...timed, ...toolCallOf(event) });
        return;
      // The sample has the same again.
      case "span_end":
      case "sample_init":
      case "score":
        return;
      default:
        this.losses.add(`Events of the kind "${textOf(event, "event") ?? "unknown"}" have no place.`);
    }
  }

  #timesOf(event: Members) {
    const startedAt = utcTime(memberOf(event, "timestamp")) ?? this.#startedAt;
    return { startedAt, endedAt: utcTime(memberOf(event, "completed")) ?? startedAt };
  }

  #span(event: Members): SourceCall {
    const id = textOf(event, "id") ?? "";
    const { startedAt } = this.#timesOf(event);
    return {
      ...this.#below(textOf(event, "parent_id")),
      id: this.#evaluation.idOf(...this.#key, "span", id),
      name: textOf(event, "name") ?? "span",
      startedAt,
      endedAt: this.#ends.get(event.id) ?? this.#endedAt,
      attributes: { kind: event.type === "agent" ? "agent" : "chain", import: { source: "inspect" } },
      inputs: {},
      output: null,
      exception: null,
      usage: null,
    };
  }

  #modelCall(event: Members) {
    const output = objectOf(event, "output");
    const model = textOf(output, "model") ?? textOf(event, "model");
    const messages = askedMessages(event, this.#sample).map(chatMessage);
    if (JSON.stringify(messages).includes("<base64-data-removed>")) this.losses.add(REMOVED);
    // An answer from the cache took no tokens.
    const usage = event.cache === "read" ? null : usageOf(model, objectOf(output, "usage"));
    return {
      name: textOf(event, "model") ?? "model",
      attributes: {
        kind: "llm",
        ...(model === null ? {} : { model }),
        import: { source: "inspect" },
        inspect: factsOf(event),
      },
      inputs: { ...(model === null ? {} : { model }), messages, ...toolsOf(event) },
      output: answersOf(output),
      exception: textOf(event, "traceback", "error"),
      usage,
    };
  }
}

function readSample(spec: Members, sample: Members, context: RecordContext): ImportItem | SkippedItem {
  if (textOf(sample, "id") === null) return skippedRecord(context, "The sample has no id.");
  const reader = new SampleReader(new Evaluation(spec), sample, context.inventedFromMs);
  reader.read();
  const source = {
    tool: TOOL,
    record: "sample and epoch",
    becomes: "trial of the evaluation, with its calls",
  } as const;
  return sourceItem(context, source, { calls: reader.calls, losses: [...reader.losses] });
}

/** Reads a log of Inspect: as one JSON value, or its header or one sample out of an archive. Null for any other value. */
export function inspectItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  if (isMembers(value.inspect_sample) && isMembers(value.inspect_eval)) {
    return [readSample(value.inspect_eval, value.inspect_sample, context)];
  }
  const log = isMembers(value.inspect_log) ? value.inspect_log : value;
  const isLog = isMembers(log.eval) && typeof log.eval.task === "string" && ("plan" in log || "samples" in log);
  if (!isLog) return null;
  const spec = objectOf(log, "eval");
  const samples = objectsIn(log.samples).map((sample, at) =>
    readSample(spec, sample, { ...context, filePosition: `${context.filePosition}, sample ${at + 1}` }),
  );
  return [readLog(log, context), ...samples];
}
