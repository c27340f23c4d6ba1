import type { AppHandler } from "./app-call";
import { askSource, sourceAddress } from "./import-source";

/** Answers of Langfuse have 5 MB at most. */
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;

/** Asks Langfuse for one page. The keys are sent to the address that they were entered with, and nowhere else. */
export const readLangfuse: AppHandler<"imports.langfuse"> = async (input, call) => {
  const url = sourceAddress(call, input.address);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/api/public${input.path}`;
  url.search = new URLSearchParams(input.query).toString();
  const authorization = `Basic ${Buffer.from(`${input.publicKey}:${input.secretKey}`).toString("base64")}`;
  const headers = { authorization, accept: "application/json", "user-agent": "heddle" };
  const { response, bytes } = await askSource(call, url, { method: "GET", headers }, MAX_ANSWER_BYTES);
  if (!response.ok) await response.body?.cancel();
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    text: bytes.toString("utf8"),
  };
};
