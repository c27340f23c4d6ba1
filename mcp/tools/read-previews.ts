import { payloadPreviewOf } from "@/lib/calls/payload-beginning";
import { previewOf } from "@/lib/calls/value-preview";
import { oneLine } from "@/mcp/answer/bounded-text";
import type { OpenWorkspace } from "@/mcp/service/agent-reader";
import { PREVIEW_LENGTH } from "./call-row";
import { unlessUnsupported } from "./unsupported";

const READ_CHARACTERS = 600;
const IDS_PER_REQUEST = 500;

/** The beginnings of a call's inputs and output, each on one line; null where there is none. */
export interface PreviewTexts {
  readonly inputs: string | null;
  readonly output: string | null;
}

function textOf(json: string | null, length: number): string | null {
  if (json === null) return null;
  const preview = previewOf(payloadPreviewOf(json, length).value);
  return preview === null ? null : oneLine(preview.text, PREVIEW_LENGTH);
}

/** Reads the beginnings of calls' payloads; null when the service cannot return beginnings. */
export async function readPreviews(
  { service, projectId }: OpenWorkspace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PreviewTexts> | null> {
  const texts = new Map<string, PreviewTexts>();
  for (let from = 0; from < ids.length; from += IDS_PER_REQUEST) {
    const call_ids = ids.slice(from, from + IDS_PER_REQUEST);
    const body = { project_id: projectId, call_ids, length: READ_CHARACTERS };
    const answer = await unlessUnsupported(service.call("calls.preview", { body }));
    if (answer === null) return null;
    for (const { id, inputs, output, inputs_length, output_length } of answer.previews) {
      texts.set(id, { inputs: textOf(inputs, inputs_length), output: textOf(output, output_length) });
    }
  }
  return texts;
}
