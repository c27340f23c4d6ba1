import type { Store } from "@/service/store/engine/store";
import { type PreviewRow, readPreviews } from "@/service/store/previews/call-previews";
import { type CallBelow, readCallsBelow } from "@/service/store/previews/calls-below";
import { type PreviewTexts, previewTexts } from "./preview-reading";

/** Texts of the calls of a trace, for its first call, which has none of its own. */
export interface TextsBelow {
  readonly asked: string | null;
  readonly answered: string | null;
  readonly toolCalls: string | null;
}

/** Requests may name more calls than a list shows. */
const MAX_TRACES = 100;

const isUnasked = ({ asked, isInputSilent }: PreviewTexts) => asked === null && isInputSilent;
const isUnanswered = ({ answered, toolCalls, isOutputSilent }: PreviewTexts) =>
  answered === null && toolCalls === null && isOutputSilent;

/** Returns the first question and the last answer in the traces of calls that lack one, by the trace. */
export async function readTextsBelow(
  store: Store,
  projectId: string,
  rows: ReadonlyMap<PreviewRow, PreviewTexts>,
  length: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TextsBelow>> {
  const silent = [...rows].filter(([row, texts]) => row.isFirst === 1 && (isUnasked(texts) || isUnanswered(texts)));
  const traceIds = [...new Set(silent.map(([row]) => row.traceId))].slice(0, MAX_TRACES);
  const below = await readCallsBelow(store, projectId, traceIds, signal);
  const ids = [...new Set(below.map(({ callId }) => callId))];
  const previews = await readPreviews(store, { projectId, ids, paths: [], length, withMessages: true }, signal);
  const textsById = new Map(previews.map((row) => [row.callId, previewTexts(row, length)]));
  return new Map(
    silent.map(([row, texts]) => {
      const candidates = below.filter(({ traceId }) => traceId === row.traceId);
      const asks = isUnasked(texts) ? textsOf(candidates, true, textsById) : [];
      const answers = isUnanswered(texts) ? textsOf(candidates, false, textsById) : [];
      const ask = asks.find(({ asked }) => isMessage(asked)) ?? asks.find(({ asked }) => asked !== null);
      const answer =
        answers.find(({ answered, toolCalls }) => isMessage(answered) || toolCalls !== null) ??
        answers.find(({ answered }) => answered !== null);
      return [
        row.traceId,
        { asked: ask?.asked ?? null, answered: answer?.answered ?? null, toolCalls: answer?.toolCalls ?? null },
      ];
    }),
  );
}

function textsOf(candidates: readonly CallBelow[], isAsk: boolean, texts: ReadonlyMap<string, PreviewTexts>) {
  return candidates.filter((call) => call.isAsk === isAsk).flatMap(({ callId }) => texts.get(callId) ?? []);
}

/** A question or an answer comes from a person or a model; the result of a tool is neither. */
const isMessage = (text: string | null) => /^\{"role":"(?:user|assistant)"/.test(text ?? "");
