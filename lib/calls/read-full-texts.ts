import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { CallPreview } from "@/lib/api/contract/calls/calls";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { parsedStart } from "./parsed-start";
import { readRowValues } from "./read-row-values";
import { requestingMessage } from "./requesting-message";
import { fullTextOf, type Preview, type PreviewSide } from "./value-preview";

/** A text as long as a card shows it. */
interface FullText extends Preview {
  /** True for the beginning of a longer text, which the opened call has. */
  readonly isCut: boolean;
}

/** Both sides of a call. */
export interface FullTexts {
  readonly input: FullText | null;
  readonly output: FullText | null;
}

/** Maximum characters that `calls.preview` returns of a value. */
const LENGTH = 4096;

/**
 * Reads what the row of a call shows in one line: what was asked last, and the answer. Null where the connection does
 * not support previews.
 */
export async function readFullTexts(
  connectionId: string,
  projectId: string,
  callId: string,
  signal: AbortSignal,
): Promise<FullTexts | null> {
  try {
    const body = { project_id: projectId, call_ids: [callId], length: LENGTH, with_messages: true };
    const { previews } = await callOperation(connectionId, "calls.preview", { body, signal });
    const [preview] = previews;
    return preview === undefined ? null : await textsOf({ connectionId, projectId, signal }, preview);
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    return null;
  }
}

async function textsOf(source: Parameters<typeof readRowValues>[0], preview: CallPreview): Promise<FullTexts> {
  const { tool_calls: tools } = preview;
  const sent = preview.last_message ?? preview.inputs;
  const asked = sent === null ? null : parsedStart(sent, LENGTH);
  const resolve = await readRowValues(source, [asked]);
  return {
    input: sent === null ? null : fullText(resolve(asked), "input", sent),
    output: tools
      ? fullText(requestingMessage(tools), "output", tools)
      : textOf(preview.answer ?? preview.output, "output"),
  };
}

const textOf = (text: string | null, side: PreviewSide) =>
  text === null ? null : fullText(parseTruncatedJson(text), side, text);

function fullText(value: unknown, side: PreviewSide, json: string): FullText | null {
  const full = fullTextOf(value, side);
  return full === null ? null : { ...full, isCut: json.length >= LENGTH };
}
