import type { DraftMessage, DraftPrompt, Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { messagesText } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-link";
import { readDraftMessage } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { otherPromptFields, withPromptTexts } from "@/lib/api/contract/objects/prompt-template";
import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import { formText } from "./prompt-braces";

/** A version of a prompt as a part of a draft. */
export interface ReadPrompt {
  readonly messages: readonly DraftMessage[];
  /** The members of a request besides its messages; empty when the version has none. */
  readonly config: Members;
  readonly link: DraftPrompt;
  /** The parts that could not be carried over, in sentences without a period. */
  readonly lost: readonly string[];
}

/**
 * Reads a version of a prompt, in any class of the public SDKs. Placeholders `{name}` become `{{name}}`, and doubled
 * braces single ones. Null when the value is not a prompt.
 */
export function readPrompt({
  object_id: objectId,
  digest,
  version_index: versionIndex,
  val,
}: Pick<ObjectVersion, "object_id" | "digest" | "version_index" | "val">): ReadPrompt | null {
  const stored = readStoredPrompt(val);
  if (stored === null) return null;
  const lost: string[] = [];
  const messages = stored.messages.flatMap((message, index) => {
    const read = readDraftMessage(
      withPromptTexts(message, (text) => {
        for (const field of otherPromptFields(text)) lost.push(`Message ${index + 1}: ${field}, which stays text`);
        return formText(text);
      }),
    );
    if (read === null) lost.push(`Message ${index + 1}: unsupported role`);
    return read ?? [];
  });
  if (messages.length === 0) return null;
  const text = lost.length === 0 ? messagesText(messages) : null;
  return { messages, config: stored.config, link: { objectId, digest, versionIndex, text }, lost };
}
