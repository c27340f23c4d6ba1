import { operations } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { readAnswer } from "@/lib/api/server/upstream/answer-kind";
import { redactor } from "@/lib/api/server/upstream/redact";
import { upstreamFailure } from "@/lib/api/server/upstream/upstream-failure";
import { Secret } from "@/lib/auth/secret";
import { type AppHandler, inputFailed } from "./app-call";
import { askSource, sourceAddress } from "./import-source";

/** The browser asks for fewer lines where a page has more. */
const MAX_ANSWER_BYTES = 32 * 1024 ** 2;

/** Without these there is nothing to import: the address is wrong, or the project. */
const NEEDED: ReadonlySet<string> = new Set(["calls.queryStats", "calls.streamQuery", "objs.query"]);

/** Asks another Weave service. The key is sent to the address that it was entered with, and nowhere else. */
export const readWeave: AppHandler<"imports.weave"> = async (input, call) => {
  const operation = operations[input.operation];
  const url = sourceAddress(call, input.address);
  url.pathname = `${url.pathname.replace(/\/$/, "")}${operation.path}`;
  const pair = Buffer.from(`api:${input.key}`).toString("base64");
  const headers = {
    authorization: `Basic ${pair}`,
    "content-type": "application/json",
    "user-agent": "heddle",
  };
  const sent = { method: operation.method, headers, body: stringifyJson(input.body) };
  const { response, bytes } = await askSource(call, url, sent, MAX_ANSWER_BYTES);
  if (response.ok) return { text: bytes.toString(operation.result.kind === "bytes" ? "base64" : "utf8") };
  if (response.status === 401) throw inputFailed(["key"], `${url.host} does not accept this key.`, "key");
  const answer = await readAnswer(response, operation.path);
  const facts = upstreamFailure(response, answer, redactor([new Secret(input.key), new Secret(pair)]));
  if (response.status !== 404) throw new RequestFailedError(facts);
  const message = `${url.host} has no such project, or is not a Weave service.`;
  throw new RequestFailedError(NEEDED.has(operation.id) ? { ...facts, message } : { ...facts, kind: "unsupported" });
};
