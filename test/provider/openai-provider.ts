import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProviderSeen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body, unchanged. */
  readonly text: string;
}

export const PROVIDER_KEY = "sk-the-key-of-the-provider";

const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
const WORDS = ["Hello", " dear", " Mia"];
const logprobsOf = (token: string) => ({
  content: [{ token, logprob: -0.25, bytes: [...Buffer.from(token)], top_logprobs: [] }],
});
const TOOL = { name: "find_flight", arguments: '{"from": "JFK", "max": 12345678901234567890}' };

/**
 * A provider with an OpenAI-compatible interface, as a real local server. The model's name decides how it behaves:
 * `plain`, `tools`, `logprobs`, `two` (n answers), `slow` (waits to be released), `failing` (500), `flaky` (500 twice,
 * then an answer), `refused` (401 that repeats the key), `cut` (breaks off), `unended` (ends without a finish), `html`
 * (no JSON), `whole` (cannot stream), `redirect`, `asker` (writes a query: an invalid one first, a valid one when it is
 * asked again). `/v1/responses` also knows `absent` (404, as servers without that path), `failed` (a response that
 * failed) and `crashing` (events that end with an error).
 */
export class OpenAiProvider {
  readonly seen: ProviderSeen[] = [];
  /** Resolves when a request to `slow` was closed by its client. */
  readonly left: Promise<void>;
  #leave: () => void = () => undefined;
  readonly #server: Server;
  #failures = 0;

  private constructor(private readonly models: readonly string[]) {
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        this.seen.push({ path: request.url ?? "", headers: request.headers, text });
        this.#answer(request.url ?? "", text, response);
      });
    });
  }

  /** @param models the models that it lists */
  static async start(models: readonly string[] = ["plain", "tools"]): Promise<OpenAiProvider> {
    const provider = new OpenAiProvider(models);
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    return provider;
  }

  get url(): string {
    // A listening TCP server has an address of this kind.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  get last(): ProviderSeen {
    const last = this.seen.at(-1);
    if (!last) throw new Error("The provider was not asked");
    return last;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(path: string, text: string, response: ServerResponse): void {
    if (path.startsWith("/v1/models")) {
      json(response, 200, {
        object: "list",
        data: this.models.map((id) => ({ id, object: "model" })),
      });
      return;
    }
    if (path.startsWith("/v1/responses")) {
      answerResponses(text, response, this.#leave);
      return;
    }
    const { model, stream, n } = JSON.parse(text) as { model: string; stream?: boolean; n?: number };
    if (model === "slow") {
      response.on("close", this.#leave);
      if (stream) events(response, [chunkOf(model, { role: "assistant", content: "One" })], false);
    } else if (model === "failing" || (model === "flaky" && this.#isDown())) {
      json(response, 500, { error: { message: "The model fell over", type: "server_error" } });
    } else if (model === "refused") {
      json(response, 401, { error: { message: `Incorrect API key provided: ${PROVIDER_KEY}` } });
    } else if (model === "html") {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
    } else if (model === "redirect") {
      response.writeHead(307, { location: "http://127.0.0.1:1/v1/chat/completions" }).end();
    } else if (model === "asker") {
      const query = text.includes("does not accept") ? "status:error latency:>2s" : "status:failed";
      json(response, 200, answerOf(model, JSON.stringify({ query })));
    } else if (stream === true && model !== "whole") {
      this.#stream(model, n ?? 1, response);
    } else {
      json(response, 200, completionOf(model, n ?? 1));
    }
  }

  /** True for the first two requests. */
  #isDown(): boolean {
    this.#failures += 1;
    return this.#failures <= 2;
  }

  #stream(model: string, n: number, response: ServerResponse): void {
    const chunks = chunksOf(model, n);
    if (model === "cut") {
      events(response, chunks.slice(0, 2), false);
      // Written data arrives before the connection breaks.
      response.write("", () => setImmediate(() => response.destroy()));
      return;
    }
    events(response, model === "unended" ? chunks.slice(0, 2) : chunks, true);
  }
}

const RESPONSES_USAGE = {
  input_tokens: 12,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 3,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
};

function responseOf(model: string, status: string, members: object = {}): object {
  const content = [{ type: "output_text", text: WORDS.join(""), annotations: [] }];
  return {
    ...{ id: "resp_test", object: "response", created_at: 1_763_650_201, model, status, error: null },
    output: status === "completed" ? [{ id: "msg_1", type: "message", role: "assistant", status, content }] : [],
    ...members,
  };
}

function answerResponses(text: string, response: ServerResponse, leave: () => void): void {
  const { model, stream } = JSON.parse(text) as { model: string; stream?: boolean };
  const whole = responseOf(model, "completed", { usage: RESPONSES_USAGE });
  const error = { code: "server_error", message: "The model fell over" };
  if (model === "absent") json(response, 404, { error: { message: "Not Found" } });
  else if (model === "refused")
    json(response, 401, { error: { message: `Incorrect API key provided: ${PROVIDER_KEY}` } });
  else if (model === "invalid") json(response, 400, { error: { message: "Unknown parameter: 'inputs'." } });
  else if (model === "html") response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
  else if (model === "failed") json(response, 200, responseOf(model, "failed", { error }));
  else if (stream !== true) json(response, 200, whole);
  else {
    const deltas = WORDS.map((delta) => ({ type: "response.output_text.delta", item_id: "msg_1", delta }));
    const begun = { type: "response.created", response: responseOf(model, "in_progress") };
    const last = model === "crashing" ? { type: "error", error } : { type: "response.completed", response: whole };
    const isCut = model === "cut" || model === "slow";
    const sent = isCut ? [begun, deltas[0]] : [begun, ...deltas, last];
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of sent) response.write(`event: ${event?.type}\ndata: ${JSON.stringify(event)}\n\n`);
    // Written data arrives before the connection breaks.
    if (model === "cut") response.write("", () => setImmediate(() => response.destroy()));
    else if (model === "slow") response.on("close", leave);
    else response.end();
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "retry-after-ms": "1" });
  response.end(JSON.stringify(body));
}

function events(response: ServerResponse, chunks: readonly unknown[], isEnded: boolean): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  if (isEnded) response.end("data: [DONE]\n\n");
}

const head = (model: string) => ({ id: "chatcmpl-test", created: 1_763_650_201, model });

function completionOf(model: string, n: number): unknown {
  const choices = Array.from({ length: n }, (_, index) => ({
    index,
    finish_reason: model === "tools" ? "tool_calls" : "stop",
    message:
      model === "tools"
        ? { role: "assistant", content: null, tool_calls: [{ id: "call_1", type: "function", function: TOOL }] }
        : { role: "assistant", content: `${WORDS.join("")}${n > 1 ? ` ${index}` : ""}` },
    ...(model === "logprobs" ? { logprobs: { content: WORDS.flatMap((word) => logprobsOf(word).content) } } : {}),
  }));
  return { ...head(model), object: "chat.completion", choices, usage };
}

function answerOf(model: string, content: string): unknown {
  const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }];
  return { ...head(model), object: "chat.completion", choices, usage };
}

function chunkOf(model: string, delta: unknown, members: object = {}, index = 0): unknown {
  const choices = [{ index, delta, finish_reason: null, ...members }];
  return { ...head(model), object: "chat.completion.chunk", choices };
}

function chunksOf(model: string, n: number): unknown[] {
  const last = { ...head(model), object: "chat.completion.chunk", choices: [], usage };
  if (model === "tools") {
    const call = (delta: object) => chunkOf(model, { tool_calls: [{ index: 0, ...delta }] });
    return [
      chunkOf(model, { role: "assistant", content: null }),
      call({ id: "call_1", type: "function", function: { name: TOOL.name, arguments: "" } }),
      call({ function: { arguments: TOOL.arguments.slice(0, 10) } }),
      call({ function: { arguments: TOOL.arguments.slice(10) } }),
      chunkOf(model, {}, { finish_reason: "tool_calls" }),
      last,
    ];
  }
  const answers = Array.from({ length: n }, (_, index) => [
    ...WORDS.map((word) =>
      chunkOf(model, { content: word }, model === "logprobs" ? { logprobs: logprobsOf(word) } : {}, index),
    ),
    ...(n > 1 ? [chunkOf(model, { content: ` ${index}` }, {}, index)] : []),
    chunkOf(model, {}, { finish_reason: "stop" }, index),
  ]);
  return [...answers.flat(), last];
}
