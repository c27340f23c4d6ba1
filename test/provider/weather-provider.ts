import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { bedrockAnswer, geminiAnswer, isBedrock, isGemini, modelOfPath } from "./cloud-interfaces";

/** What a client may send; each interface has its own of these members. */
interface WeatherRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages?: readonly Record<string, unknown>[];
  readonly input?: unknown;
  readonly tools?: readonly unknown[];
  readonly toolConfig?: unknown;
}

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

const CREATED = 1_763_650_201;
const ANSWER = "It is 18 °C and sunny in Paris.";
const GREETING = "Hello, Mia.";
const TOOL = { name: "get_weather", arguments: '{"city":"Paris"}' };

/** Models answer under the name of their release. */
const RELEASES: Readonly<Record<string, string>> = {
  "gpt-4o": "gpt-4o-2024-08-06",
  "claude-sonnet-4-5": "claude-sonnet-4-5-20250929",
};

const CHAT_USAGE = {
  prompt_tokens: 1200,
  completion_tokens: 345,
  total_tokens: 1545,
  prompt_tokens_details: { cached_tokens: 1000, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 200, audio_tokens: 0 },
};
const RESPONSES_USAGE = {
  input_tokens: 1200,
  input_tokens_details: { cached_tokens: 1000 },
  output_tokens: 345,
  output_tokens_details: { reasoning_tokens: 200 },
  total_tokens: 1545,
};
/** The same 1,200 tokens: this interface does not count those of the cache as input. */
const MESSAGES_USAGE = {
  input_tokens: 150,
  cache_creation_input_tokens: 50,
  cache_read_input_tokens: 1000,
  cache_creation: { ephemeral_5m_input_tokens: 50, ephemeral_1h_input_tokens: 0 },
  output_tokens: 345,
};

/**
 * A provider with the interfaces of OpenAI (chat completions, responses, embeddings), Anthropic (messages) and Gemini, plain
 * and streamed, and Bedrock's Converse. It calls `get_weather` for Paris once a request has tools, answers when it has the
 * result (by the tool `final_answer`, where there is one), greets where it is asked for something else, and knows no model
 * whose name ends with `missing`. Each answer counts 1,200 tokens in, 1,000 of
 * them cached, and 345 out, 200 of them reasoning. An embedding counts 8.
 */
export class WeatherProvider {
  readonly #server: Server;
  #answers = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        if (text === "") json(response, 404, { error: { message: "Not Found" } });
        else this.#answer(request.url ?? "", text, response);
      });
    });
  }

  static async start(): Promise<WeatherProvider> {
    const provider = new WeatherProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    return provider;
  }

  /** Without `/v1`, which only some clients want in their address. */
  get url(): string {
    // A listening TCP server has an address of this kind.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(path: string, text: string, response: ServerResponse): void {
    const request = { model: modelOfPath(path), ...JSON.parse(text) } as WeatherRequest;
    if (request.model.endsWith("missing")) {
      refuse(response, path, request.model);
      return;
    }
    this.#answers += 1;
    const answer = {
      id: String(this.#answers).padStart(4, "0"),
      model: RELEASES[request.model] ?? request.model,
      text: textFor(text),
      ...toolCall(request, text),
    };
    const isStreamed = request.stream === true;
    if (isGemini(path)) respondGemini(response, path, geminiAnswer(answer));
    else if (isBedrock(path)) json(response, 200, bedrockAnswer(answer));
    else if (path.includes("/embeddings")) json(response, 200, embeddingOf(request));
    else if (path.includes("/responses")) respond(response, isStreamed, responseOf(answer), responseEvents(answer));
    else if (path.includes("/messages")) respond(response, isStreamed, messageOf(answer), messageEvents(answer));
    else if (!isStreamed) json(response, 200, completionOf(answer));
    else {
      const chunks = completionChunks(answer).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
      response.writeHead(200, { "content-type": "text/event-stream" }).end(`${chunks.join("")}data: [DONE]\n\n`);
    }
  }
}

interface Answer {
  /** Unique among the answers of this provider. */
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly callsTool: boolean;
  readonly tool: { readonly name: string; readonly arguments: string };
}

interface FunctionTool {
  readonly function?: { readonly name: string; readonly parameters?: { readonly properties?: object } };
}

function toolCall({ tools, toolConfig }: WeatherRequest, text: string): Pick<Answer, "callsTool" | "tool"> {
  if ((tools ?? toolConfig) === undefined || !text.includes("Paris")) return { callsTool: false, tool: TOOL };
  if (!text.includes("18 ")) return { callsTool: true, tool: TOOL };
  const final = (tools as readonly FunctionTool[] | undefined)?.find((tool) => tool.function?.name === "final_answer");
  const [argument = ""] = Object.keys(final?.function?.parameters?.properties ?? {});
  const tool = { name: "final_answer", arguments: JSON.stringify({ [argument]: ANSWER }) };
  return { callsTool: final !== undefined, tool: final === undefined ? TOOL : tool };
}

/** Programs written by a framework's model ask for an answer in a form of their own. */
function textFor(request: string): string {
  const text = request.includes("Paris") ? ANSWER : GREETING;
  return request.includes("[[ ## answer ## ]]") ? `[[ ## answer ## ]]\n${text}\n\n[[ ## completed ## ]]` : text;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function respond(response: ServerResponse, isStreamed: boolean, body: unknown, events: readonly Event[]): void {
  if (!isStreamed) {
    json(response, 200, body);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
}

function respondGemini(response: ServerResponse, path: string, body: object): void {
  if (!path.includes("stream")) json(response, 200, body);
  else response.writeHead(200, { "content-type": "text/event-stream" }).end(`data: ${JSON.stringify(body)}\n\n`);
}

function refuse(response: ServerResponse, path: string, model: string): void {
  const message = `The model ${model} does not exist`;
  if (path.includes("/messages")) json(response, 404, { type: "error", error: { type: "not_found_error", message } });
  else if (isGemini(path)) json(response, 404, { error: { code: 404, message, status: "NOT_FOUND" } });
  else if (isBedrock(path)) {
    response.setHeader("x-amzn-errortype", "ResourceNotFoundException");
    json(response, 404, { message });
  } else json(response, 404, { error: { message, type: "invalid_request_error", code: "model_not_found" } });
}

function embeddingOf({ model, input }: WeatherRequest): unknown {
  const inputs = Array.isArray(input) ? input : [input];
  const data = inputs.map((_, index) => ({ object: "embedding", index, embedding: [0.25, -0.5, 0.125] }));
  return { object: "list", data, model, usage: { prompt_tokens: 8, total_tokens: 8 } };
}

const chatHead = ({ id, model }: Answer) => ({ id: `chatcmpl-${id}`, created: CREATED, model });
const callId = ({ id }: Answer) => `call_${id}`;

function completionOf(answer: Answer): unknown {
  const calls = [{ id: callId(answer), type: "function", function: answer.tool }];
  const message = answer.callsTool
    ? { role: "assistant", content: null, refusal: null, tool_calls: calls }
    : { role: "assistant", content: answer.text, refusal: null };
  const finish = answer.callsTool ? "tool_calls" : "stop";
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  return { ...chatHead(answer), object: "chat.completion", choices, usage: CHAT_USAGE };
}

function completionChunks(answer: Answer): unknown[] {
  const chunk = (delta: unknown, finish: string | null = null) => ({
    ...chatHead(answer),
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
    usage: null,
  });
  const call = (members: object) => chunk({ tool_calls: [{ index: 0, ...members }] });
  const parts = answer.callsTool
    ? [
        chunk({ role: "assistant", content: null }),
        call({ id: callId(answer), type: "function", function: { name: answer.tool.name, arguments: "" } }),
        call({ function: { arguments: answer.tool.arguments.slice(0, 8) } }),
        call({ function: { arguments: answer.tool.arguments.slice(8) } }),
        chunk({}, "tool_calls"),
      ]
    : [
        chunk({ role: "assistant", content: "" }),
        ...halves(answer.text).map((content) => chunk({ content })),
        chunk({}, "stop"),
      ];
  return [...parts, { ...chunk({}), choices: [], usage: CHAT_USAGE }];
}

const halves = (text: string) => [text.slice(0, 9), text.slice(9)];

function responseOf(answer: Answer, status = "completed"): object {
  return {
    ...{ id: `resp_${answer.id}`, object: "response", created_at: CREATED, status, error: null, model: answer.model },
    ...{ parallel_tool_calls: true, tool_choice: "auto", tools: [], metadata: {} },
    output: status === "completed" ? [outputItem(answer, status)] : [],
    usage: status === "completed" ? RESPONSES_USAGE : null,
  };
}

function outputItem(answer: Answer, status: string, isWhole = true): object {
  return answer.callsTool
    ? {
        ...{ id: `fc_${answer.id}`, type: "function_call", status, call_id: callId(answer), name: TOOL.name },
        arguments: isWhole ? TOOL.arguments : "",
      }
    : {
        ...{ id: `msg_${answer.id}`, type: "message", role: "assistant", status },
        content: isWhole ? [{ type: "output_text", text: answer.text, annotations: [] }] : [],
      };
}

function responseEvents(answer: Answer): Event[] {
  const at = { output_index: 0, content_index: 0, item_id: answer.callsTool ? `fc_${answer.id}` : `msg_${answer.id}` };
  const part = (text: string) => ({ type: "output_text", text, annotations: [] });
  const inside: Event[] = answer.callsTool
    ? [
        { type: "response.function_call_arguments.delta", ...at, delta: TOOL.arguments },
        { type: "response.function_call_arguments.done", ...at, arguments: TOOL.arguments },
      ]
    : [
        { type: "response.content_part.added", ...at, part: part("") },
        ...halves(answer.text).map((delta) => ({ type: "response.output_text.delta", ...at, delta, logprobs: [] })),
        { type: "response.output_text.done", ...at, text: answer.text, logprobs: [] },
        { type: "response.content_part.done", ...at, part: part(answer.text) },
      ];
  const events: Event[] = [
    { type: "response.created", response: responseOf(answer, "in_progress") },
    { type: "response.output_item.added", output_index: 0, item: outputItem(answer, "in_progress", false) },
    ...inside,
    { type: "response.output_item.done", output_index: 0, item: outputItem(answer, "completed") },
    { type: "response.completed", response: responseOf(answer) },
  ];
  return events.map((event, index) => ({ ...event, sequence_number: index }));
}

function messageOf(answer: Answer): unknown {
  const use = { type: "tool_use", id: `toolu_${answer.id}`, name: TOOL.name, input: JSON.parse(TOOL.arguments) };
  return {
    ...{ id: `msg_${answer.id}`, type: "message", role: "assistant", model: answer.model, stop_sequence: null },
    content: [answer.callsTool ? use : { type: "text", text: answer.text }],
    stop_reason: answer.callsTool ? "tool_use" : "end_turn",
    usage: MESSAGES_USAGE,
  };
}

function messageEvents(answer: Answer): Event[] {
  const { content, ...head } = messageOf(answer) as { content: { type: string }[] };
  const begun = answer.callsTool ? { ...content[0], input: {} } : { type: "text", text: "" };
  const deltas = answer.callsTool
    ? [{ type: "input_json_delta", partial_json: TOOL.arguments }]
    : halves(answer.text).map((text) => ({ type: "text_delta", text }));
  return [
    {
      type: "message_start",
      message: { ...head, content: [], stop_reason: null, usage: { ...MESSAGES_USAGE, output_tokens: 1 } },
    },
    { type: "content_block_start", index: 0, content_block: begun },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: answer.callsTool ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: 345 },
    },
    { type: "message_stop" },
  ];
}
