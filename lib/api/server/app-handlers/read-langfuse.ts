import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { describeCallError } from "@/lib/api/server/upstream/upstream-call";
import { BaseUrlError, parseBaseUrl } from "@/lib/api/server/upstream/upstream-url";
import { AddressNotAllowedError } from "@/lib/outgoing/address-policy";
import { type AppCall, type AppHandler, inputFailed } from "./app-call";

const WAITS = { headersTimeoutMs: 60_000, idleTimeoutMs: 60_000 };
/** Answers of Langfuse have 5 MB at most. */
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;

/** Returns an address as for connections, or the reason why it may not be called. */
function addressIn({ dashboard }: AppCall, text: string): URL {
  try {
    const url = parseBaseUrl(text);
    dashboard.policy.checkUrl(url);
    return url;
  } catch (error) {
    if (error instanceof BaseUrlError || error instanceof AddressNotAllowedError) {
      throw inputFailed(["address"], error.message, "url");
    }
    throw error;
  }
}

async function textOf(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_ANSWER_BYTES) throw new Error("The answer is larger than 64 MiB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Asks Langfuse for one page. The keys are sent to the address that they were entered with, and nowhere else. */
export const readLangfuse: AppHandler<"imports.langfuse"> = async (input, call) => {
  const { dashboard, signal } = call;
  const url = addressIn(call, input.address);
  const { host } = url;
  url.pathname = `${url.pathname.replace(/\/$/, "")}/api/public${input.path}`;
  url.search = new URLSearchParams(input.query).toString();
  const authorization = `Basic ${Buffer.from(`${input.publicKey}:${input.secretKey}`).toString("base64")}`;
  try {
    const headers = { authorization, accept: "application/json", "user-agent": "heddle" };
    const response = await dashboard.upstream.call(url, { method: "GET", headers, signal }, WAITS, false);
    const text = await textOf(response.body);
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      text: response.ok ? text : "",
    };
  } catch (error) {
    if (signal.aborted) throw new RequestFailedError({ httpStatus: 499, kind: "cancelled", message: "Stopped." });
    const message = `The server at ${host} ${describeCallError(error).sentence}.`;
    throw new RequestFailedError({ httpStatus: 502, kind: "unreachable", message });
  }
};
