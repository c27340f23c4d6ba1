import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface SumsRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly type: string };
}

/**
 * A provider as a real local server whose models add. The model's name decides how: `adder` is right, `sloppy` adds one
 * where the first number is even, `noisy3` and `noisy7` where its last digit is that, `failing` fails for 3, `busy` responds 429 once to each request. `caller` calls the tool
 * `add` and answers with its result, `restless` always calls it. A request for a structured answer is a judgement: yes when
 * the prompt contains `good`.
 */
export class SumsProvider {
  readonly seen: SumsRequest[] = [];
  /** The largest number of requests that were open at once. */
  mostOpen = 0;
  readonly #server: Server;
  readonly #refused = new Set<string>();
  #open = 0;
  #gate: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const body = text === "" ? null : (JSON.parse(text) as SumsRequest);
        const send = (status: number, value: unknown) => {
          response.writeHead(status, { "content-type": "application/json", "retry-after-ms": "1" });
          response.end(JSON.stringify(value));
        };
        if (body === null) return send(200, { object: "list", data: [{ id: "adder", object: "model" }] });
        this.seen.push(body);
        this.#open += 1;
        this.mostOpen = Math.max(this.mostOpen, this.#open);
        void this.#gate.then(() => {
          this.#open -= 1;
          const { status, value } = this.#answer(body, text);
          send(status, value);
        });
      });
    });
  }

  static async start(): Promise<SumsProvider> {
    const provider = new SumsProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    return provider;
  }

  get url(): string {
    // A listening TCP server has an address of this kind.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Responds to nothing until `release`. */
  hold(): void {
    this.#gate = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  release(): void {
    this.#release();
    this.#gate = Promise.resolve();
  }

  /** Begins again as if nothing had been asked, for the next test. */
  forget(): void {
    this.release();
    this.seen.length = 0;
    this.mostOpen = 0;
    this.#refused.clear();
  }

  async stop(): Promise<void> {
    this.release();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(body: SumsRequest, text: string): { status: number; value: unknown } {
    const prompt = body.messages.at(-1)?.content ?? "";
    if (body.model === "busy" && !this.#refused.has(text)) {
      this.#refused.add(text);
      return { status: 429, value: { error: { message: "Slow down" } } };
    }
    if (body.response_format?.type === "json_schema") {
      const verdict = { reason: "As the prompt says", score: prompt.includes("good"), better: "a" };
      return { status: 200, value: completion(body.model, JSON.stringify(verdict)) };
    }
    const asked = body.model === "restless" ? (body.messages[0]?.content ?? "") : prompt;
    const [left = 0, right = 0] = [...asked.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    if (body.model === "failing" && left === 3) return { status: 400, value: { error: { message: "No threes" } } };
    const last = body.messages.at(-1);
    if (body.model === "restless" || (body.model === "caller" && last?.role !== "tool"))
      return { status: 200, value: toolCall(body.model, JSON.stringify({ left, right })) };
    if (body.model === "caller") return { status: 200, value: completion(body.model, prompt) };
    const isNoise = body.model.startsWith("noisy") && String(left).endsWith(body.model.slice("noisy".length));
    const isWrong = isNoise || (body.model === "sloppy" && left % 2 === 0);
    return { status: 200, value: completion(body.model, String(left + right + (isWrong ? 1 : 0))) };
  }
}

/** An answer that calls the tool `add`. */
function toolCall(model: string, argumentsText: string): unknown {
  const call = { id: "call_1", type: "function", function: { name: "add", arguments: argumentsText } };
  const message = { role: "assistant", content: null, refusal: null, tool_calls: [call] };
  return {
    ...{ id: "chatcmpl-call", object: "chat.completion", created: 1_763_650_201, model },
    choices: [{ index: 0, finish_reason: "tool_calls", message, logprobs: null }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}

function completion(model: string, content: string): unknown {
  return {
    id: "chatcmpl-sum",
    object: "chat.completion",
    created: 1_763_650_201,
    model,
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
    usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
  };
}
