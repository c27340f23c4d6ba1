import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { CallPreview } from "@/lib/api/contract/calls/calls";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { fullTextOf, type Preview, toolCallsText } from "./value-preview";

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
    return preview === undefined ? null : textsOf(preview);
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    return null;
  }
}

function textsOf(preview: CallPreview): FullTexts {
  return {
    input: textOf(preview.last_message ?? preview.inputs),
    output: toolsOf(preview.tool_calls) ?? textOf(preview.answer ?? preview.output),
  };
}

function textOf(text: string | null): FullText | null {
  if (text === null) return null;
  const full = fullTextOf(parseTruncatedJson(text));
  return full === null ? null : { ...full, isCut: text.length >= LENGTH };
}

function toolsOf(text: string | null | undefined): FullText | null {
  if (!text) return null;
  const tools = toolCallsText(parseTruncatedJson(text));
  return tools === null ? null : { text: tools, isJson: false, isCut: text.length >= LENGTH };
}
