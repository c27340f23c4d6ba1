import OpenAI from "openai";
import type { Provider } from "./provider";

/** A local server that is there answers at once; a remote one gets a little longer. */
const LOCAL_PATIENCE_MS = 500;
const REMOTE_PATIENCE_MS = 4000;

/** The models that a provider names, in its order; null when it does not answer or has no list. */
export async function listModels(provider: Provider, signal: AbortSignal): Promise<string[] | null> {
  const client = new OpenAI({
    apiKey: provider.apiKey ?? "none",
    baseURL: provider.baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: provider.isLocal ? LOCAL_PATIENCE_MS : REMOTE_PATIENCE_MS,
    fetchOptions: { redirect: "error" },
    logLevel: "off",
  });
  try {
    const page = await client.models.list({ signal });
    return page.data.map(({ id }) => id);
  } catch {
    // Not there, not permitted, or without a list: which models it has is then not known.
    return null;
  }
}
