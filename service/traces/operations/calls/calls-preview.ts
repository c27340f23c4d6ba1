import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { foundExcerpt } from "@/service/traces/calls/found-excerpt";
import { type PreviewTexts, previewTexts } from "@/service/traces/calls/preview-reading";
import { readTextsBelow, type TextsBelow } from "@/service/traces/calls/previews-below";
import type { Handler } from "@/service/traces/handlers/handler";
import type { Store } from "@/service/traces/store/engine/store";
import { type PreviewRow, readPreviews } from "@/service/traces/store/previews/call-previews";

const MAX_PREVIEW_LENGTH = 4096;

/**
 * Returns the first characters of inputs and outputs, and of values inside calls, cut in the engine: no long payload
 * leaves it. With messages, also what each call says.
 */
export const previewCalls: Handler<"calls.preview"> = async ({ body }, { store, signal }) => {
  const { project_id: projectId, call_ids: ids, length } = body;
  const paths = body.paths ?? [];
  if (length < 1 || length > MAX_PREVIEW_LENGTH) {
    throw new InvalidRequestError(`length must be between 1 and ${MAX_PREVIEW_LENGTH}`);
  }
  const withMessages = body.with_messages ?? false;
  const find = body.find ?? null;
  const rows = await readPreviews(store, { projectId, ids, paths, length, withMessages, find }, signal);
  const messages = withMessages ? await readMessages(store, projectId, rows, length, signal) : null;
  const byId = new Map(rows.map((row) => [row.callId, row]));
  return {
    previews: [...new Set(ids)].flatMap((id) => {
      const row = byId.get(id);
      return row === undefined
        ? []
        : [{ ...previewOf(row, paths), ...messages?.get(id), ...(find === null ? {} : hitsOf(row)) }];
    }),
  };
};

/** Texts of each call, or of the calls below it. */
async function readMessages(
  store: Store,
  projectId: string,
  rows: readonly PreviewRow[],
  length: number,
  signal: AbortSignal,
) {
  const yielder = new EventLoopYielder();
  const own = new Map<PreviewRow, PreviewTexts>();
  for (const row of rows) {
    own.set(row, previewTexts(row, length));
    await yielder.yieldToEventLoop();
    signal.throwIfAborted();
  }
  const below = await readTextsBelow(store, projectId, own, length, signal);
  return new Map([...own].map(([row, texts]) => [row.callId, messagesOf(texts, below.get(row.callId))]));
}

function messagesOf(own: PreviewTexts, below: TextsBelow | undefined) {
  const isAskedBelow = own.asked === null && Boolean(below?.asked);
  const isAnsweredBelow =
    own.answered === null && own.toolCalls === null && Boolean(below?.answered ?? below?.toolCalls);
  const answer = isAnsweredBelow && below ? below : own;
  return {
    last_message: isAskedBelow ? (below?.asked ?? null) : own.asked,
    answer: answer.answered,
    tool_calls: answer.toolCalls,
    ...(isAskedBelow ? { is_asked_below: true } : {}),
    ...(isAnsweredBelow ? { is_answered_below: true } : {}),
  };
}

const hitsOf = ({ inputsHit, outputHit }: PreviewRow) => ({
  found_in_inputs: foundExcerpt(inputsHit),
  found_in_output: foundExcerpt(outputHit),
});

function previewOf(row: PreviewRow, paths: readonly string[]) {
  return {
    id: row.callId,
    inputs: row.begin || null,
    output: row.outputBegin || null,
    inputs_length: row.inputsLength,
    output_length: row.outputLength,
    ...(paths.length > 0 ? { values: Object.fromEntries(paths.map((path, at) => [path, row.found[at] || null])) } : {}),
  };
}
