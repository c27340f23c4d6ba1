import type { Store } from "@/service/traces/store/engine/store";
import { type PreviewRow, readPreviews } from "@/service/traces/store/previews/call-previews";
import { readCallsBelow, readTraceCalls } from "@/service/traces/store/previews/calls-below";
import { type Candidates, candidatesBelow } from "./candidates-below";
import { type PreviewTexts, previewTexts } from "./preview-reading";

/** Texts of the calls below a call that has none of its own. */
export interface TextsBelow {
  readonly asked: string | null;
  readonly answered: string | null;
  readonly toolCalls: string | null;
}

/** Requests may name more calls than a list shows. */
const MAX_TRACES = 100;
/** Of these, more calls that are not the first of their trace, and more traces of theirs, are not looked below. */
const MAX_INNER_CALLS = 60;
const MAX_INNER_TRACES = 20;

const isUnasked = ({ asked, isInputSilent }: PreviewTexts) => asked === null && isInputSilent;
const isUnanswered = ({ answered, toolCalls, isOutputSilent }: PreviewTexts) =>
  answered === null && toolCalls === null && isOutputSilent;

/** Returns the first question and the last answer below calls that lack one, by the call. */
export async function readTextsBelow(
  store: Store,
  projectId: string,
  rows: ReadonlyMap<PreviewRow, PreviewTexts>,
  length: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TextsBelow>> {
  const silent = [...rows].filter(([, texts]) => isUnasked(texts) || isUnanswered(texts));
  const candidates = await readCandidates(
    store,
    projectId,
    silent.map(([row]) => row),
    signal,
  );
  const ids = [...new Set([...candidates.values()].flatMap(({ asks, answers }) => [...asks, ...answers]))];
  const previews = await readPreviews(
    store,
    { projectId, ids, paths: [], length, withMessages: true, find: null },
    signal,
  );
  const textsById = new Map(previews.map((row) => [row.callId, previewTexts(row, length)]));
  const textsOf = (some: readonly string[]) => some.flatMap((id) => textsById.get(id) ?? []);
  return new Map(
    silent.flatMap(([row, texts]) => {
      const below = candidates.get(row.callId);
      if (below === undefined) return [];
      const asks = isUnasked(texts) ? textsOf(below.asks) : [];
      const answers = isUnanswered(texts) ? textsOf(below.answers) : [];
      return [[row.callId, textsBelow(asks, answers)] as const];
    }),
  );
}

/** The calls below each call: of the first call of a trace all others, which may be many. */
async function readCandidates(
  store: Store,
  projectId: string,
  silent: readonly PreviewRow[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Candidates>> {
  const first = silent.filter(({ isFirst }) => isFirst === 1);
  const inner = silent.filter(({ isFirst }) => isFirst !== 1).slice(0, MAX_INNER_CALLS);
  const tracesOf = (some: readonly PreviewRow[]) => [...new Set(some.map(({ traceId }) => traceId))];
  const [ofTraces, calls] = await Promise.all([
    readCallsBelow(store, projectId, tracesOf(first).slice(0, MAX_TRACES), signal),
    readTraceCalls(store, projectId, tracesOf(inner).slice(0, MAX_INNER_TRACES), signal),
  ]);
  const found = new Map(
    candidatesBelow(
      inner.map(({ callId }) => callId),
      calls,
    ),
  );
  for (const { callId, traceId } of first) {
    const below = ofTraces.filter((call) => call.traceId === traceId);
    const ids = (isAsk: boolean) => below.filter((call) => call.isAsk === isAsk).map((call) => call.callId);
    found.set(callId, { asks: ids(true), answers: ids(false) });
  }
  return found;
}

function textsBelow(asks: readonly PreviewTexts[], answers: readonly PreviewTexts[]): TextsBelow {
  const ask = asks.find(({ asked }) => isMessage(asked)) ?? asks.find(({ asked }) => asked !== null);
  const answer =
    answers.find(({ answered, toolCalls }) => isMessage(answered) || toolCalls !== null) ??
    answers.find(({ answered }) => answered !== null);
  return { asked: ask?.asked ?? null, answered: answer?.answered ?? null, toolCalls: answer?.toolCalls ?? null };
}

/** A question or an answer comes from a person or a model; the result of a tool is neither. */
const isMessage = (text: string | null) => /^\{"role":"(?:user|assistant)"/.test(text ?? "");
