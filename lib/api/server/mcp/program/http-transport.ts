import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { NotReachedError } from "./oauth-request";
import type { ProgramSettings } from "./program-settings";

/**
 * Returns the transport to the dashboard. A redirect is refused: the key goes to the given address only. Each request asks
 * for the key again, since a token of a sign-in ends while the program runs.
 */
export function httpTransport(
  { mcpUrl, key }: ProgramSettings,
  fetchFrom: typeof fetch = fetch,
): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(mcpUrl, {
    requestInit: { redirect: "error" },
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${await key()}`);
      return await fetchFrom(url, { ...init, headers });
    },
  });
}

/** The sentence of a failed request to the dashboard: its own message, or that it does not respond. */
export function transportFailure(error: unknown, mcpUrl: URL): string {
  if (error instanceof NotReachedError) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  // The client puts the body of the answer into its own sentence.
  const message = messageIn(text.slice(Math.max(0, text.indexOf("{")), text.lastIndexOf("}") + 1));
  if (message !== undefined) return `${mcpUrl.origin}: ${message}`;
  if (/fetch failed/i.test(text)) return `The dashboard at ${mcpUrl.origin} does not respond. Is it running?`;
  return `${mcpUrl.origin}: ${text}`;
}

function messageIn(json: string): string | undefined {
  try {
    const { error } = JSON.parse(json) as { error?: { message?: unknown } };
    return typeof error?.message === "string" ? error.message : undefined;
  } catch {
    // The answer of something else than the dashboard: its text is reported as it is.
    return undefined;
  }
}
