import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { Call, CallPreview as PreviewAnswer } from "@/lib/api/contract/calls/calls";
import type { RequestOf } from "@/lib/api/contract/operations";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { memberAt } from "@/lib/json/value/member-at-path";
import { callKind, toolName } from "./call-facts";
import type { Kind } from "./call-kind";
import { parsedStart } from "./parsed-start";
import { type PathValue, pathsIn } from "./path-columns";
import { readRowValues, withReadInputs } from "./read-row-values";
import { requestingMessage } from "./requesting-message";
import { sentFacts } from "./sent-facts";
import { type Preview, rowPreviewOf } from "./value-preview";

/** The part of a payload that a row shows. Payloads themselves are not cached: one may be larger than the page. */
export interface CallPreviewTexts {
  readonly input: Preview | null;
  readonly output: Preview | null;
  readonly kind: Kind;
  /** The tool that the call runs. */
  readonly tool: string | null;
  /** The person for whom the application worked, as the sender names it. */
  readonly endUser: string | null;
  /** Paths of the values inside it, as far as the previews contain them. */
  readonly paths: readonly string[];
}

/** The service that values are read from. */
export interface PreviewSource {
  readonly connectionId: string;
  readonly projectId: string;
  readonly ids: readonly string[];
  readonly signal: AbortSignal;
}

type Entries<Value> = readonly (readonly [string, Value])[];

/** Characters of each value's JSON text; a text of this length is truncated. */
const LENGTH = 400;

/** Connections without `calls.preview`: values are read in full and truncated here. */
const withoutPreviews = new Set<string>();

/** Reads the inputs and outputs of calls, one line each. */
export async function readPreviews(source: PreviewSource): Promise<Entries<CallPreviewTexts>> {
  return (await readPayloadStarts(source)) ?? readFull(source);
}

/** Reads the values of calls at paths, by call and then by path. */
export async function readPathValues(
  source: PreviewSource,
  paths: readonly string[],
): Promise<Entries<ReadonlyMap<string, PathValue>>> {
  const previews = await requestPreviews(source, { paths: [...paths], length: LENGTH });
  const isAnswered = previews?.every(({ values }) => values !== undefined) ?? false;
  if (previews && isAnswered) {
    return previews.map(({ id, values = {} }) => [
      id,
      new Map(paths.map((path) => [path, readPayloadStart(values[path])])),
    ]);
  }
  const valuesByCall: [string, ReadonlyMap<string, PathValue>][] = [];
  await streamCalls(source, [...paths], (call) =>
    valuesByCall.push([call.id, new Map(paths.map((path) => [path, { value: memberAt(call, path), isCut: false }]))]),
  );
  return valuesByCall;
}

/** Text of the inputs and the output of a call around a searched text; null where they do not have it. */
export interface FoundExcerpts {
  readonly input: string | null;
  readonly output: string | null;
}

/** A service finds texts up to this length. */
const MAX_FIND_LENGTH = 256;

/** Reads what is around a searched text in calls; nothing from a service that does not find texts. */
export async function readFoundExcerpts(source: PreviewSource, words: string): Promise<Entries<FoundExcerpts>> {
  const previews = await requestPreviews(source, { length: 1, find: words.slice(0, MAX_FIND_LENGTH) });
  return (previews ?? []).map(({ id, found_in_inputs: input = null, found_in_output: output = null }) => [
    id,
    { input, output },
  ]);
}

function readPayloadStart(text: string | null | undefined): PathValue {
  if (text === null || text === undefined) return { value: undefined, isCut: false };
  return { value: parseTruncatedJson(text), isCut: text.length >= LENGTH };
}

/** Null where the connection does not support them. */
async function requestPreviews(
  { connectionId, projectId, ids, signal }: PreviewSource,
  options: Pick<RequestOf<"calls.preview">, "paths" | "length" | "with_messages" | "find">,
): Promise<readonly PreviewAnswer[] | null> {
  if (withoutPreviews.has(connectionId)) return null;
  try {
    const body = { project_id: projectId, call_ids: [...ids], ...options };
    return (await callOperation(connectionId, "calls.preview", { body, signal })).previews;
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    withoutPreviews.add(connectionId);
    return null;
  }
}

async function readPayloadStarts(source: PreviewSource): Promise<Entries<CallPreviewTexts> | null> {
  if (withoutPreviews.has(source.connectionId)) return null;
  const attributes = new Map<string, Call>();
  const [previews] = await Promise.all([
    requestPreviews(source, { with_messages: true }),
    streamCalls(source, ["attributes"], (call) => attributes.set(call.id, call)),
  ]);
  if (previews === null) return null;
  const started = previews.map((entry) => ({
    entry,
    inputs: entry.inputs === null ? null : parsedStart(entry.inputs, LENGTH),
    asked: entry.last_message ? parsedStart(entry.last_message, LENGTH) : null,
  }));
  const resolve = await readRowValues(
    source,
    started.flatMap(({ inputs, asked }) => [inputs, asked]),
  );
  return started.map(({ entry, inputs, asked }) => {
    const call = attributes.get(entry.id);
    const output = entry.output === null ? null : parseTruncatedJson(entry.output);
    const preview = previewOfCall({ inputs: resolve(inputs), output, attributes: call?.attributes }, call);
    return [entry.id, { ...preview, ...messagePreviews(entry, resolve(asked)) }] as const;
  });
}

/** What was asked last and answered; the first characters of a conversation are its system prompt. */
function messagePreviews(
  entry: PreviewAnswer,
  lastMessage: unknown,
): Partial<Pick<CallPreviewTexts, "input" | "output">> {
  const asked = entry.last_message ? rowPreviewOf(lastMessage, "input") : null;
  const tools = entry.tool_calls ? rowPreviewOf(requestingMessage(entry.tool_calls), "output") : null;
  const answered = tools ?? (entry.answer ? rowPreviewOf(parseTruncatedJson(entry.answer), "output", true) : null);
  return {
    ...(asked && { input: entry.is_asked_below ? { ...asked, isFromBelow: true } : asked }),
    ...(answered && { output: entry.is_answered_below ? { ...answered, isFromBelow: true } : answered }),
  };
}

async function readFull(source: PreviewSource): Promise<Entries<CallPreviewTexts>> {
  const calls: Call[] = [];
  await streamCalls(source, ["inputs", "output", "attributes"], (call) => calls.push(call));
  return (await withReadInputs(source, calls)).map((call) => [call.id, previewOfCall(call, call)]);
}

function previewOfCall(
  values: { readonly inputs?: unknown; readonly output?: unknown; readonly attributes?: unknown },
  call: Call | undefined,
): CallPreviewTexts {
  return {
    input: rowPreviewOf(values.inputs, "input"),
    output: rowPreviewOf(values.output, "output"),
    kind: call ? callKind(call) : "op",
    tool: call ? toolName(call) : null,
    endUser: call ? sentFacts(call).user : null,
    paths: pathsIn(values),
  };
}

async function streamCalls(
  { connectionId, projectId, ids, signal }: PreviewSource,
  columns: string[],
  onCall: (call: Call) => void,
): Promise<void> {
  const body = { project_id: projectId, filter: { call_ids: [...ids] }, columns };
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (calls) => calls.forEach(onCall));
}
