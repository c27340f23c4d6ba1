import { join, slot } from "./template";
import { type Failure, TEXT_FACTORS } from "./trace-facts";
import { SLOT_LENGTHS, type TraceTemplate } from "./trace-slots";

/** The models of the workload, each with a price per token in dollars. */
export const MODELS = {
  "gpt-4.1": { provider: "openai", prompt: 2e-6, completion: 8e-6, cached: 0.5e-6 },
  "gpt-4.1-mini": { provider: "openai", prompt: 0.4e-6, completion: 1.6e-6, cached: 0.1e-6 },
  "claude-sonnet-4-20250514": { provider: "anthropic", prompt: 3e-6, completion: 15e-6, cached: 0.3e-6 },
} as const;
type ModelName = keyof typeof MODELS;

/** One span, independent of its encoding. */
export interface AgentSpan {
  readonly name: string;
  /** OTLP's number of the kind: 1 internal, 3 client. */
  readonly kind: 1 | 3;
  readonly operation: string | null;
  readonly model: ModelName | null;
  /** Attributes with short texts that no other member names. */
  readonly facts: readonly (readonly [key: string, value: string])[];
  readonly isOfThread: boolean;
  /** Attributes with the payload as JSON text. One that is an object is the call's inputs or output by itself. */
  readonly inputs: readonly Payload[];
  readonly output: Payload | null;
  readonly exception: { readonly type: string; readonly message: string } | null;
}

export interface Payload {
  readonly key: string;
  readonly json: TraceTemplate;
  readonly isObject: boolean;
}

const SYSTEM = `[{"type":"text","content":"You are the support agent of an airline.\\nAnswer only from the policy and the reservation; never guess. If the passenger asks for a change, check the fare’s rules first, name the costs, and ask for a confirmation before you change anything. Refunds go to the original form of payment.\\n\\nReply in the passenger’s language, in at most six sentences."}]`;

const CUSTOMER_PREFIX = "customer-";

type Words = (length: number, part: number) => TraceTemplate;

const text = (content: TraceTemplate | string) => join('{"type":"text","content":"', content, '"}');
const message = (role: string, ...parts: readonly TraceTemplate[]) =>
  join(`{"role":"${role}","parts":[`, ...parts.flatMap((part, at) => (at === 0 ? [part] : [",", part])), "]}");
const reply = (content: TraceTemplate) =>
  join('[{"role":"assistant","parts":[', text(content), '],"finish_reason":"stop"}]');
const messages = (...list: readonly TraceTemplate[]) =>
  join("[", ...list.flatMap((one, at) => (at === 0 ? [one] : [",", one])), "]");

const list = (key: string, json: TraceTemplate): Payload => ({ key, json, isObject: false });
const object = (key: string, json: TraceTemplate): Payload => ({ key, json, isObject: true });

function chat(model: ModelName, input: TraceTemplate, output: TraceTemplate): AgentSpan {
  return {
    name: `chat ${model}`,
    kind: 3,
    operation: "chat",
    model,
    facts: [],
    isOfThread: true,
    inputs: [list("gen_ai.input.messages", input), list("gen_ai.system_instructions", join(SYSTEM))],
    output: list("gen_ai.output.messages", output),
    exception: null,
  };
}

function tool(name: string, args: TraceTemplate, result: TraceTemplate): AgentSpan {
  return {
    name: `execute_tool ${name}`,
    kind: 1,
    operation: "execute_tool",
    model: null,
    facts: [
      ["gen_ai.tool.name", name],
      ["gen_ai.tool.type", "function"],
    ],
    isOfThread: true,
    inputs: [object("gen_ai.tool.call.arguments", args)],
    output: object("gen_ai.tool.call.result", result),
    exception: null,
  };
}

/** A plain function of the program, as a decorator traces it. */
function step(name: string, input: TraceTemplate, output: TraceTemplate): AgentSpan {
  return {
    name,
    kind: 1,
    operation: null,
    model: null,
    facts: [
      ["traceloop.span.kind", "task"],
      ["traceloop.entity.name", name],
    ],
    isOfThread: false,
    inputs: [object("traceloop.entity.input", input)],
    output: object("traceloop.entity.output", output),
    exception: null,
  };
}

const customer = (span: number) => join(CUSTOMER_PREFIX, slot("customer", SLOT_LENGTHS.customer, span));

const TOOL_FAILURE = {
  type: "ReservationLocked",
  message: "ReservationLocked: the reservation is being changed by another agent",
};
const REFUSAL = {
  type: "RateLimitError",
  message: "RateLimitError: 429 Too Many Requests for claude-sonnet-4-20250514",
};

function fail(span: AgentSpan, exception: AgentSpan["exception"]): AgentSpan {
  return { ...span, output: null, exception };
}

/** The ten spans of a trace by their number: an agent that answers a passenger. `size` is an index of the lengths. */
export function agentSpans(size: number, failure: Failure): readonly AgentSpan[] {
  const factor = TEXT_FACTORS[size] ?? 1;
  const words: Words = (length, part) => slot("words", Math.round(length * factor), 0, part);
  const answer: Words = (length, part) => slot("answer", Math.max(60, Math.round(length * factor)), 0, part);
  const question = message("user", text(words(420, 1)));
  const id = (part: number) => slot("hex", 24, 0, part) as TraceTemplate;
  const plan = words(380, 2);
  const found = words(700, 3);
  const booking = join('{"id":"', id(5), '","fare":"basic economy","segments":2,"remarks":"', words(360, 4), '"}');
  const policy = join('{"documents":[{"id":"', id(6), '","score":0.8125,"text":"', found, '"}]}');
  const root: AgentSpan = {
    ...chat("gpt-4.1", messages(question), reply(answer(560, 9))),
    name: "invoke_agent support",
    kind: 1,
    operation: "invoke_agent",
    model: null,
    facts: [
      ["gen_ai.agent.name", "support"],
      ["gen_ai.agent.id", "asst_5j66UpCpwteGg4YSxUnt7lPY"],
    ],
  };
  const update = tool(
    "update_reservation",
    join('{"customer_id":"', customer(7), '","reservation_id":"', id(5), '","reason":"', words(160, 7), '"}'),
    join('{"ok":true,"reservation":', booking, "}"),
  );
  const summary = chat(
    "claude-sonnet-4-20250514",
    messages(message("user", text(found), text(words(240, 4)))),
    reply(words(420, 6)),
  );
  const isRun = failure === "run";
  return [
    isRun ? fail(root, TOOL_FAILURE) : root,
    chat("gpt-4.1", messages(question), reply(plan)),
    step("retrieve_policy", join('{"query":"', words(120, 1), '","top_k":8}'), policy),
    step(
      "rerank",
      join('{"query":"', words(120, 1), '","candidates":8}'),
      join('{"order":[3,1,0,7],"best":"', words(120, 3), '"}'),
    ),
    chat("gpt-4.1-mini", messages(message("user", text(words(480, 3)))), reply(words(140, 8))),
    tool(
      "search_reservations",
      join('{"customer_id":"', customer(5), '","active":true}'),
      join('{"reservations":[', booking, "]}"),
    ),
    failure === "refusal" ? fail(summary, REFUSAL) : summary,
    failure === "tool" || isRun ? fail(update, TOOL_FAILURE) : update,
    step(
      "check_answer",
      join('{"rules":["tone","policy"],"draft":"', words(160, 6), '"}'),
      join('{"passed":true,"score":0.97}'),
    ),
    chat(
      "gpt-4.1",
      messages(question, message("assistant", text(plan)), message("user", text(words(420, 6)))),
      reply(answer(560, 9)),
    ),
  ];
}
