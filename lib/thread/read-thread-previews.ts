import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Call, CallPreview } from "@/lib/api/contract/calls/calls";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { callKind, callName, callStatus } from "@/lib/calls/call-facts";
import { sentFacts } from "@/lib/calls/sent-facts";
import { answerTextOf, lastUserText } from "@/lib/chat/read-messages";
import type { Status } from "@/lib/format/status";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { isMembers } from "@/lib/json/value/members";
import { type ProjectAddress, readCalls } from "./read-thread-calls";
import { type AnswerContent, turnText } from "./turn-text";

/** The messages in a row of the list. */
export interface ThreadPreview {
  readonly first: AnswerContent | null;
  readonly last: AnswerContent | null;
  /** The last turn has no answer: the last text is the user's. */
  readonly isLastByUser: boolean;
  /** The exception that ended the last turn instead of an answer. */
  readonly exception: string | null;
  readonly lastStatus: Status;
  /** The author, if the client names it; else the name of the turn's function. */
  readonly by: string | null;
}

/** First and last messages of many threads, as far as they were read. */
export interface ThreadPreviews {
  readonly byThread: ReadonlyMap<string, ThreadPreview>;
  /** Threads whose messages could not be read, with the reason. */
  readonly failures: ReadonlyMap<string, string>;
  /** The service has no operation that reads calls. */
  readonly isUnsupported: boolean;
}

/** The beginning of a payload, or all of it. */
interface Payload {
  readonly inputs: unknown;
  readonly output: unknown;
}

/** Characters of JSON that are read of each payload. */
const PREVIEW_LENGTH = 600;

const FACTS = ["display_name", "turn_id", "ended_at", "exception", "summary", "attributes"];

/** Returns the first and last message of threads, by their ids. */
export async function readThreadPreviews(
  address: ProjectAddress,
  threads: readonly Thread[],
): Promise<ReadonlyMap<string, ThreadPreview>> {
  const ids = [...new Set(threads.flatMap((thread) => [thread.first_turn_id ?? [], thread.last_turn_id ?? []].flat()))];
  // An empty list of ids would request all calls.
  const [facts, beginnings]: [readonly Call[], Payloads] =
    ids.length === 0
      ? [[], new Map()]
      : await Promise.all([readCalls(address, { call_ids: ids }, FACTS), readPayloadStarts(address, ids)]);
  const byId = new Map(facts.map((call) => [call.id, call]));
  const inside = await readInside(address, threads, beginnings);
  return new Map(
    threads.map((thread) => [
      thread.thread_id,
      previewOfThread(byId.get(thread.first_turn_id ?? ""), byId.get(thread.last_turn_id ?? ""), beginnings, inside),
    ]),
  );
}

type Payloads = ReadonlyMap<string, Payload>;

function previewOfThread(
  first: Call | undefined,
  last: Call | undefined,
  own: Payloads,
  inside: Payloads,
): ThreadPreview {
  const textOf = (call: Call | undefined) => {
    const { inputs, output } = own.get(call?.id ?? "") ?? {};
    const model = inside.get(call?.id ?? "");
    return turnText({ inputs, output, modelInputs: model?.inputs, modelOutput: model?.output });
  };
  const { user, answer } = textOf(last);
  return {
    first: textOf(first).user,
    last: answer ?? (last === first ? null : user),
    isLastByUser: answer === null && user !== null && last !== first,
    exception: last?.exception || null,
    lastStatus: last ? callStatus(last) : "unknown",
    by: modelCallOf(first ?? last),
  };
}

function modelCallOf(call: Call | undefined): string | null {
  if (!call) return null;
  return sentFacts(call).user ?? callName(call);
}

/** Connections without `calls.preview`, for which whole payloads are read. */
const withoutPreviews = new Set<string>();

async function readPayloadStarts(address: ProjectAddress, ids: readonly string[]): Promise<Payloads> {
  const { connectionId, projectId, signal } = address;
  if (withoutPreviews.has(connectionId)) return readFull(address, ids, ["inputs", "output"]);
  try {
    const body = { project_id: projectId, call_ids: [...ids], length: PREVIEW_LENGTH, with_messages: true };
    const { previews } = await callOperation(connectionId, "calls.preview", { body, signal });
    return new Map(previews.map((preview) => [preview.id, payloadStart(preview)]));
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    withoutPreviews.add(connectionId);
    return readFull(address, ids, ["inputs", "output"]);
  }
}

/** The beginnings of what was asked and answered; of the payload where it says nothing that a turn shows. */
function payloadStart({ inputs, output, last_message: asked, answer }: CallPreview): Payload {
  const parsed = (text: string | null | undefined) => (text ? parseTruncatedJson(text) : null);
  const message = parsed(asked);
  // What a tool said last is not the user's question.
  const isQuestion = message !== null && !(isMembers(message) && message.role === "tool");
  return { inputs: isQuestion ? message : parsed(inputs), output: parsed(answer ?? output) };
}

async function readFull(
  address: ProjectAddress,
  ids: readonly string[],
  columns: readonly string[],
): Promise<Payloads> {
  const calls = await readCalls(address, { call_ids: [...ids] }, columns);
  return new Map(calls.map((call) => [call.id, { inputs: call.inputs, output: call.output }]));
}

/**
 * For turns whose beginnings have no text: the inputs of the first and the output of the last model call inside, or of
 * the turn itself when it is such a call, by the turn's id.
 */
async function readInside(address: ProjectAddress, threads: readonly Thread[], own: Payloads): Promise<Payloads> {
  const wordless = (id: string | null | undefined, hasWords: (payload: Payload) => boolean) =>
    id && !hasWords(own.get(id) ?? { inputs: null, output: null }) ? [id] : [];
  const unasked = threads.flatMap((thread) =>
    wordless(thread.first_turn_id, ({ inputs }) => lastUserText(inputs) !== null),
  );
  const unanswered = threads.flatMap((thread) =>
    wordless(thread.last_turn_id, ({ output }) => answerTextOf(output) !== null),
  );
  if (unasked.length + unanswered.length === 0) return new Map();
  const turns = [...new Set([...unasked, ...unanswered])];
  const calls = await readCalls(address, { turn_ids: turns }, ["turn_id", "attributes"]);
  const models = calls.filter((call) => callKind(call) === "llm" || call.id === call.turn_id);
  const pick = (ids: readonly string[], at: 0 | -1) =>
    new Map(ids.flatMap((id) => [[id, chosen(models, id, at)] as const]).filter(([, model]) => model !== undefined));
  const [asks, answers] = [pick(unasked, 0), pick(unanswered, -1)];
  const [inputs, outputs] = await Promise.all([
    readFull(
      address,
      [...asks.values()].flatMap((id) => id ?? []),
      ["inputs"],
    ),
    readFull(
      address,
      [...answers.values()].flatMap((id) => id ?? []),
      ["output"],
    ),
  ]);
  return new Map(
    turns.map((id) => [
      id,
      { inputs: inputs.get(asks.get(id) ?? "")?.inputs, output: outputs.get(answers.get(id) ?? "")?.output },
    ]),
  );
}

/** Returns the first or last model call in a turn; the turn itself only when there is no other. */
function chosen(models: readonly Call[], turnId: string, at: 0 | -1): string | undefined {
  const inTurn = models.filter((call) => call.turn_id === turnId);
  return (inTurn.filter((call) => call.id !== turnId).at(at) ?? inTurn.at(at))?.id;
}
