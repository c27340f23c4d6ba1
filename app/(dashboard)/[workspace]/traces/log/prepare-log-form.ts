import { parse } from "lossless-json";
import type { z } from "zod";
import type { callUpsertBatch } from "@/lib/api/contract/calls/calls";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { parseDuration } from "@/lib/filter/quantity-value";
import { parseTime } from "@/lib/format/time";
import { errorMessage } from "@/lib/guard/error-message";
import { isDictionary } from "@/lib/json/value/value-kind";

/** The status of a call that is logged by hand. */
export const logEndings = ["ended", "failed", "running"] as const;
type LogEnding = (typeof logEndings)[number];

/** The form as typed. */
export interface LogForm {
  readonly op: string;
  readonly name: string;
  /** ISO 8601; empty for now. */
  readonly started: string;
  readonly ending: LogEnding;
  /** `2s`, `150ms`. */
  readonly duration: string;
  readonly exception: string;
  /** JSON texts. */
  readonly inputs: string;
  readonly output: string;
  readonly attributes: string;
  readonly summary: string;
  readonly thread: string;
  /** The parent call and its trace. */
  readonly parent: string;
  readonly trace: string;
}

export type LogField = keyof LogForm;
export type LogErrors = Partial<Record<LogField, string>>;

export const emptyLogForm: LogForm = {
  op: "",
  name: "",
  started: "",
  ending: "ended",
  duration: "1s",
  exception: "",
  inputs: "{}",
  output: "",
  attributes: "{}",
  summary: "{}",
  thread: "",
  parent: "",
  trace: "",
};

export type CallBatch = z.input<typeof callUpsertBatch>;

interface LogContext {
  readonly projectId: string;
  readonly nowMs: number;
  readonly id: string;
}

/**
 * Returns the problem of a text that is not JSON with its position, if the browser reports one: `Line 2, column 8: …`.
 */
function jsonProblem(text: string): string {
  try {
    parse(text);
    return "Not valid JSON";
  } catch (error) {
    const message = errorMessage(error);
    const at = /at position (\d+)/.exec(message)?.[1];
    if (at === undefined) return `Not valid JSON: ${message}`;
    const before = text.slice(0, Number(at)).split("\n");
    const words = message.replace(/ (?:but got .* )?at position \d.*$/s, "");
    return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${words}`;
  }
}

interface Read {
  readonly value: unknown;
  readonly error?: string;
}

function readJson(text: string, isDictionaryNeeded: boolean): Read {
  if (text.trim() === "") return { value: isDictionaryNeeded ? {} : null };
  try {
    const value = parseJson(text);
    if (isDictionaryNeeded && !isDictionary(value))
      return { value, error: 'Enter an object, for example {"text": "hello"}' };
    return { value };
  } catch {
    return { value: null, error: jsonProblem(text) };
  }
}

/** Text that is not JSON is a string, as most outputs are. */
function readOutput(text: string): Read {
  return /^\s*[[{"]/.test(text) ? readJson(text, false) : { value: plainOutput(text) };
}

function plainOutput(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  try {
    return parseJson(trimmed);
  } catch {
    return text;
  }
}

/** Returns the batch that stores the call of a form, or the errors of its fields. */
export function readLogForm(
  form: LogForm,
  { projectId, nowMs, id }: LogContext,
): { readonly batch: CallBatch } | { readonly errors: LogErrors } {
  const startedMs = form.started.trim() === "" ? nowMs : parseTime(form.started.trim());
  const durationMs = parseDuration(form.duration.trim());
  const texts = {
    inputs: readJson(form.inputs, true),
    output: readOutput(form.output),
    attributes: readJson(form.attributes, true),
    summary: readJson(form.summary, true),
  };
  const isOver = form.ending !== "running";
  const isFailed = form.ending === "failed";
  const errors = withoutEmpty({
    op: form.op.trim() === "" ? "Enter an op name" : undefined,
    started: startedMs === null ? "Enter a time such as 2026-11-20T10:00:00Z" : undefined,
    duration: isOver && durationMs === null ? "Enter a duration such as 150ms, 2s or 1.5m" : undefined,
    exception: isFailed && form.exception.trim() === "" ? "Enter the exception" : undefined,
    inputs: texts.inputs.error,
    attributes: texts.attributes.error,
    output: isOver ? texts.output.error : undefined,
    summary: isOver ? texts.summary.error : undefined,
    trace:
      form.parent.trim() !== "" && form.trace.trim() === "" ? "A call with a parent needs its trace id" : undefined,
  });
  if (Object.keys(errors).length > 0 || startedMs === null) return { errors };
  const start = {
    project_id: projectId,
    id,
    trace_id: form.trace.trim() || id,
    op_name: form.op.trim(),
    started_at: new Date(startedMs).toISOString(),
    attributes: texts.attributes.value as Record<string, unknown>,
    inputs: texts.inputs.value as Record<string, unknown>,
    ...(form.name.trim() === "" ? {} : { display_name: form.name.trim() }),
    ...(form.parent.trim() === "" ? {} : { parent_id: form.parent.trim() }),
    ...(form.thread.trim() === "" ? {} : { thread_id: form.thread.trim(), turn_id: id }),
  };
  const end = {
    project_id: projectId,
    id,
    ended_at: new Date(startedMs + (durationMs ?? 0)).toISOString(),
    output: texts.output.value,
    summary: texts.summary.value as Record<string, unknown>,
    ...(isFailed ? { exception: form.exception.trim() } : {}),
  };
  const starts: CallBatch["batch"] = [{ mode: "start", req: { start } }];
  return { batch: { batch: isOver ? [...starts, { mode: "end", req: { end } }] : starts } };
}

function withoutEmpty(errors: Readonly<Record<string, string | undefined>>): LogErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined)) as LogErrors;
}

/** Members of the request, and the field of each. */
const MEMBERS: Readonly<Record<string, LogField>> = {
  op_name: "op",
  display_name: "name",
  started_at: "started",
  ended_at: "duration",
  exception: "exception",
  inputs: "inputs",
  output: "output",
  attributes: "attributes",
  summary: "summary",
  thread_id: "thread",
  turn_id: "thread",
  parent_id: "parent",
  trace_id: "trace",
};

/** Returns the service's validation errors by field; others have no field. */
export function logFieldErrors(failure: ServiceFailure): {
  readonly errors: LogErrors;
  readonly others: readonly string[];
} {
  const errors: LogErrors = {};
  const others: string[] = [];
  for (const { loc, msg } of failure.detail ?? []) {
    const at = loc.findIndex((part) => Object.hasOwn(MEMBERS, part));
    const field = at < 0 ? undefined : MEMBERS[loc[at] ?? ""];
    const inside = loc.slice(at + 1).join(".");
    if (field === undefined) others.push(`${loc.join(".")}: ${msg}`);
    else errors[field] ??= inside === "" ? msg : `${inside}: ${msg}`;
  }
  const hasDetail = (failure.detail?.length ?? 0) > 0;
  return { errors, others: hasDetail ? others : [failure.message] };
}
