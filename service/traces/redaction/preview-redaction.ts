import type { RedactionPlace } from "@/lib/api/contract/admin/redaction";
import type { ResultOf } from "@/lib/api/contract/operations";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { type CallTexts, readNewestTexts } from "@/service/traces/store/calls/newest-texts";
import type { Store } from "@/service/traces/store/engine/store";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import type { OnRedactedValue, ProjectRedactor } from "./project-redactor";

const MAX_CALLS = 50;
/** Longer payloads are not read. */
const MAX_PAYLOAD_BYTES = 1024 ** 2;
/** Matches of a call that are returned, and characters of each. */
const MAX_VALUES = 5;
const MAX_VALUE_LENGTH = 200;

type Preview = ResultOf<"redaction.preview">;
type PreviewedCall = Preview["calls"][number];

const cut = (text: string) => (text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text);

/** Applies rules to the newest calls of a project, and returns what they would change. Stores nothing. */
export async function previewRedaction(
  store: Store,
  projectId: string,
  redactor: ProjectRedactor,
  signal: AbortSignal,
): Promise<Preview> {
  const texts = await readNewestTexts(store, { projectId, limit: MAX_CALLS, maxBytes: MAX_PAYLOAD_BYTES }, signal);
  const calls: PreviewedCall[] = [];
  const yielder = new EventLoopYielder();
  for (const each of texts) {
    const call = previewOf(each, redactor);
    if (call.matches > 0) calls.push(call);
    await yielder.yieldToEventLoop();
    signal.throwIfAborted();
  }
  return {
    read: texts.length,
    skipped: texts.reduce((sum, { tooLong }) => sum + tooLong, 0),
    changed: calls.length,
    matches: calls.reduce((sum, { matches }) => sum + matches, 0),
    calls,
  };
}

function previewOf(call: CallTexts, redactor: ProjectRedactor): PreviewedCall {
  let matches = 0;
  const values: PreviewedCall["values"] = [];
  const note: OnRedactedValue = (place, rule, path, before, after) => {
    matches += 1;
    if (values.length < MAX_VALUES) {
      values.push({ rule, place, path: path.join("."), before: cut(before), after });
    }
  };
  const payloads: readonly [RedactionPlace, string][] = [
    ["inputs", call.inputsText],
    ["output", call.outputText],
    ["attributes", call.attributesText],
    ["summary", call.summaryText],
  ];
  for (const [place, text] of payloads) if (text !== "") redactor.json(place, text, note);
  redactor.text("exception", call.exceptionText, note);
  redactor.text("name", call.opName, note);
  redactor.text("name", call.displayName, note);
  const { callId: id, traceId: trace_id, opName: op_name, startedAt } = call;
  return { id, trace_id, op_name, started_at: toWireTime(startedAt), matches, values };
}
