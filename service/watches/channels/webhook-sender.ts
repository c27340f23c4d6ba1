import { errorMessage } from "@/lib/guard/error-message";
import type { AddressPolicy } from "@/lib/outgoing/address-policy";
import { beginningOfAnswer } from "@/lib/outgoing/beginning-of-answer";
import type { SendResult } from "@/service/watches/mail/send-result";

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 4096;
/** Characters of an answer that are kept. */
const KEPT_ANSWER = 300;

interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends messages to permitted addresses only, by the rules of connections, and follows no redirect. */
export class WebhookSender {
  readonly #policy: AddressPolicy;
  #client: Promise<(message: Message, signal: AbortSignal) => Promise<{ status: number; text: string }>> | null = null;

  constructor(policy: AddressPolicy) {
    this.#policy = policy;
  }

  /** @throws AddressNotAllowedError for what the address alone shows */
  check(url: URL): void {
    this.#policy.checkUrl(url);
  }

  /** Sends a message once. Never rejects. */
  async send(message: Message, signal: AbortSignal): Promise<SendResult> {
    const began = performance.now();
    const done = (isDelivered: boolean, status: number | null, answer: string): SendResult => ({
      isDelivered,
      status,
      answer: answer.replaceAll(message.url, "[address]").slice(0, KEPT_ANSWER),
      durationMs: Math.round(performance.now() - began),
    });
    try {
      this.#client ??= openClient(this.#policy);
      const { status, text } = await (await this.#client)(message, signal);
      return done(status >= 200 && status < 300, status, text);
    } catch (error) {
      return done(false, null, reasonOf(error));
    }
  }
}

/** A package that services without channels do not load. */
async function openClient(policy: AddressPolicy) {
  const [{ Agent, fetch }, { guardedConnector }] = await Promise.all([
    import("undici"),
    import("@/lib/outgoing/guarded-connector"),
  ]);
  const dispatcher = new Agent({ connect: guardedConnector(policy) });
  return async ({ url, headers, body }: Message, signal: AbortSignal) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "heddle-watches", ...headers },
      body,
      redirect: "manual",
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return { status: response.status, text: (await beginningOfAnswer(response.body, MAX_ANSWER_BYTES)).trim() };
  };
}

/** The cause of a failed fetch names the problem; fetch's own message does not. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return errorMessage(error);
  if (error.name === "TimeoutError") return `No answer within ${TIMEOUT_MS / 1000} s.`;
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
