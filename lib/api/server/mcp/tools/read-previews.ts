import type { CallPreview } from "@/lib/api/contract/calls/calls";
import { oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { requestingMessage } from "@/lib/calls/requesting-message";
import { previewOf } from "@/lib/calls/value-preview";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { PREVIEW_LENGTH } from "./call-row";
import { unlessUnsupported } from "./unsupported";

const READ_CHARACTERS = 600;
const IDS_PER_REQUEST = 500;

/** Question and answer of a call, each on one line; null where there is none. */
export interface PreviewTexts {
  readonly inputs: string | null;
  readonly output: string | null;
}

function textOf(json: string | null, side: "input" | "output"): string | null {
  const preview = json === null ? null : previewOf(parseTruncatedJson(json), side);
  return preview === null ? null : oneLine(preview.text, PREVIEW_LENGTH);
}

function textsOf({ inputs, output, last_message: asked, answer, tool_calls: tools }: CallPreview): PreviewTexts {
  const requested = tools ? previewOf(requestingMessage(tools), "output") : null;
  return {
    inputs: textOf(asked ?? inputs, "input"),
    output: requested ? oneLine(requested.text, PREVIEW_LENGTH) : textOf(answer ?? output, "output"),
  };
}

/** Reads what calls say; null when the service cannot return beginnings. */
export async function readPreviews(
  { service, projectId }: OpenWorkspace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PreviewTexts> | null> {
  const texts = new Map<string, PreviewTexts>();
  for (let from = 0; from < ids.length; from += IDS_PER_REQUEST) {
    const call_ids = ids.slice(from, from + IDS_PER_REQUEST);
    const body = { project_id: projectId, call_ids, length: READ_CHARACTERS, with_messages: true };
    const answer = await unlessUnsupported(service.call("calls.preview", { body }));
    if (answer === null) return null;
    for (const preview of answer.previews) texts.set(preview.id, textsOf(preview));
  }
  return texts;
}
