import type { QueryClient } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { SentPrompt } from "@/lib/completion/prompted-inputs";

/** Whether the service of a connection takes prompts by their refs; false where it does not say. */
async function takesPrompts(client: QueryClient, connectionId: string): Promise<boolean> {
  try {
    const { takes_prompts } = await client.ensureQueryData(
      serviceQuery(connectionId, "completions.providers", undefined),
    );
    return takes_prompts === true;
  } catch {
    // The providers' list shows this failure; the request itself needs no list.
    return false;
  }
}

/**
 * Returns the prompt that a request references, null if the service takes none. A request that is sent before the service
 * has said so waits for it: otherwise its call would not name the prompt.
 *
 * @param isTaken null until it is known
 */
export function promptIfTaken(
  prompt: SentPrompt | null,
  isTaken: boolean | null,
  client: QueryClient,
  connectionId: string,
): SentPrompt | null | Promise<SentPrompt | null> {
  if (prompt === null || isTaken === false) return null;
  if (isTaken) return prompt;
  return takesPrompts(client, connectionId).then((isTakenNow) => (isTakenNow ? prompt : null));
}
