/** The pace of a stream as its reader sees it. */
export interface StreamPace {
  /** From sending the request to the first token, in milliseconds. */
  readonly firstMs: number;
  /** From the first token to the last. */
  readonly tokensPerSecond: number;
}

/** Any following character: some tokens end a line. */
const TOKEN = '"content":" word';

/**
 * Sends a request and reads its stream, counting tokens as they arrive, in whichever form they are wrapped.
 *
 * @throws when it is refused or has another number of tokens
 */
export async function readStream(url: string, headers: HeadersInit, body: string, tokens: number): Promise<StreamPace> {
  const begun = performance.now();
  const response = await fetch(url, { method: "POST", headers, body });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const decoder = new TextDecoder();
  let [firstAt, lastAt, count, rest] = [0, 0, 0, ""];
  for await (const bytes of response.body) {
    const text = rest + decoder.decode(bytes as Uint8Array, { stream: true });
    const found = text.split(TOKEN).length - 1;
    rest = text.slice(text.lastIndexOf("\n") + 1);
    if (found === 0) continue;
    // A line that arrived in two parts is counted once it is complete.
    const open = rest.split(TOKEN).length - 1;
    if (found === open) continue;
    lastAt = performance.now();
    firstAt ||= lastAt;
    count += found - open;
  }
  if (count !== tokens) throw new Error(`${url} sent ${count} tokens instead of ${tokens}`);
  return { firstMs: firstAt - begun, tokensPerSecond: ((count - 1) / (lastAt - firstAt)) * 1000 };
}
