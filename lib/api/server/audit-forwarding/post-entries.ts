import { fetch } from "undici";
import { describeCallError } from "@/lib/api/server/upstream/upstream-call";
import { beginningOfAnswer } from "@/lib/outgoing/beginning-of-answer";
import { ForwardingProblem } from "./forwarding-problem";

const TIMEOUT_MS = 30_000;
/** Of an answer; the rest is not read. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Posts JSON to a receiver of the audit log. A redirect is refused: it would carry the headers elsewhere.
 *
 * @returns the beginning of the answer's text, for a status from 200 to 299
 * @throws ForwardingProblem
 */
export async function postEntries(url: string, body: string, headers: Record<string, string>): Promise<string> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await beginningOfAnswer(response.body, MAX_ANSWER_BYTES);
    if (!response.ok) throw new ForwardingProblem(`answered with the status ${response.status}`);
    return text;
  } catch (error) {
    if (error instanceof ForwardingProblem) throw error;
    if (error instanceof Error && error.name === "TimeoutError") {
      throw new ForwardingProblem("did not answer within 30 seconds", { cause: error });
    }
    throw new ForwardingProblem(describeCallError(error).sentence, { cause: error });
  }
}
