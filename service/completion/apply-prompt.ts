import { fillPromptText, PromptTemplateError, withPromptTexts } from "@/lib/api/contract/objects/prompt-template";
import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import type { InputOf } from "@/lib/api/contract/operations";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { formatRef, parseRef } from "@/service/kernel/json/refs";
import { namedVersion } from "@/service/traces/store/objects/named-version";
import type { ObjectStore } from "@/service/traces/store/objects/object-store";

type Request = InputOf<"completions.create">["body"];
type Members = Readonly<Record<string, unknown>>;

/** A prompt that cannot be used; the message says why. */
export class PromptFailure extends Error {
  override readonly name = "PromptFailure";
}

/** The messages of a request that names a prompt. */
export interface AppliedPrompt {
  /** The ref of the exact version, even if the request named an alias. */
  readonly ref: string;
  /** JSON text of all messages: those of the prompt, filled in, and then those of the request. */
  readonly messagesText: string;
  /** The number of messages from the prompt. */
  readonly messageCount: number;
}

/**
 * Reads the prompt that a request names, and fills in its messages.
 *
 * The prompt's messages are filled in as the Python client's `format()` does. The request's own messages are filled in
 * too where values are given, as on public servers, except those of the assistant.
 *
 * @returns null when the request names no prompt
 * @throws PromptFailure
 */
export async function applyPrompt(
  { project_id: projectId, inputs }: Request,
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<AppliedPrompt | null> {
  const { prompt, messages } = inputs;
  if (!prompt) return null;
  const values = inputs.template_vars ?? {};
  const { name, digest } = addressOf(prompt, projectId);
  const version = await namedVersion(objects, projectId, name, digest, signal);
  if (version === undefined) throw new PromptFailure(`Prompt ${name}:${digest} not found`);
  if (version.deletedAt !== null) throw new PromptFailure(`Prompt ${name}:v${version.versionIndex} was deleted`);
  const texts = await objects.values.read(projectId, [version.digest], signal);
  const stored = readStoredPrompt(parseJson(texts.get(version.digest) ?? "null"));
  if (stored === null) throw new PromptFailure(`${name}:v${version.versionIndex} is not a prompt`);
  const ofPrompt = stored.messages.map((message, index) =>
    filled(message, values, `message ${index + 1} of the prompt`),
  );
  const isFilled = Object.keys(values).length > 0;
  const ofRequest = messages.map((message, index) =>
    isFilled && message.role !== "assistant" ? filled(message, values, `message ${index + 1}`) : message,
  );
  return {
    ref: formatRef({ kind: "object", project: projectId, name, digest: version.digest, steps: [] }),
    messagesText: stringifyJson([...ofPrompt, ...ofRequest]),
    messageCount: ofPrompt.length,
  };
}

function filled(message: Members, values: Members, place: string): Members {
  try {
    return withPromptTexts(message, (text) => fillPromptText(text, values));
  } catch (error) {
    if (error instanceof PromptTemplateError) throw new PromptFailure(`In ${place}: ${error.message}`);
    throw error;
  }
}

/** The object and version that a text names: a ref, `name:version`, or a name for its latest version. */
function addressOf(prompt: string, projectId: string): { readonly name: string; readonly digest: string } {
  if (!prompt.includes("/")) {
    const [name = "", digest = "latest"] = prompt.split(":");
    return { name, digest };
  }
  const ref = parseRef(prompt);
  if (ref?.kind !== "object" || ref.steps.length > 0) throw new PromptFailure(`${prompt} is not a ref of an object`);
  if (ref.project !== projectId) throw new PromptFailure(`The prompt ${prompt} is in another project`);
  return ref;
}
