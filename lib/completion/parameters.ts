/** How a parameter is typed and read. */
type ParameterKind = "number" | "integer" | "text" | "boolean" | "stop" | "choice" | "object" | "list";

/** A member of a completion's inputs, as a form shows it. */
export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** What the model does with it. */
  readonly help: string;
  /** What counts when it is not sent. */
  readonly standard?: string;
  /** The range that OpenAI's interface describes. Others may take more, so it warns and does not refuse. */
  readonly least?: number;
  readonly most?: number;
  /** JSON to begin with, for those that are typed as JSON. */
  readonly example?: string;
}

/** Every parameter of the interface beside `model`, `messages` and `tools`, in the order of the form. */
export const parameters: readonly Parameter[] = [
  {
    name: "temperature",
    kind: "number",
    least: 0,
    most: 2,
    standard: "1",
    help: "How freely tokens are drawn. 0 takes nearly always the likeliest.",
  },
  {
    name: "top_p",
    kind: "number",
    least: 0,
    most: 1,
    standard: "1",
    help: "Draws only from the likeliest tokens that have this share of the probability.",
  },
  { name: "n", kind: "integer", least: 1, most: 128, standard: "1", help: "How many answers. Each of them is paid." },
  {
    name: "max_completion_tokens",
    kind: "integer",
    least: 1,
    help: "Most tokens of an answer, those of its reasoning too.",
  },
  { name: "max_tokens", kind: "integer", least: 1, help: "The older name of max_completion_tokens." },
  {
    name: "presence_penalty",
    kind: "number",
    least: -2,
    most: 2,
    standard: "0",
    help: "Above 0, tokens that were used at all become less likely.",
  },
  {
    name: "frequency_penalty",
    kind: "number",
    least: -2,
    most: 2,
    standard: "0",
    help: "Above 0, tokens become less likely each time they are used.",
  },
  {
    name: "seed",
    kind: "integer",
    help: "The same seed tries to draw the same tokens again. No provider promises it.",
  },
  {
    name: "stop",
    kind: "stop",
    help: 'Ends the answer before this text. JSON is read too: "\\n" for a line end, ["a", "b"] for several, at most 4.',
  },
  { name: "tool_choice", kind: "choice", standard: "auto", help: "Whether tools may, must or must not be asked for." },
  {
    name: "parallel_tool_calls",
    kind: "boolean",
    standard: "on",
    help: "Whether several tools may be asked for at once.",
  },
  { name: "logprobs", kind: "boolean", standard: "off", help: "Answers how likely each token was." },
  {
    name: "top_logprobs",
    kind: "integer",
    least: 0,
    most: 20,
    standard: "0",
    help: "How many other tokens to name at each place. It needs logprobs.",
  },
  {
    name: "logit_bias",
    kind: "object",
    help: "Token ids and what is added to their chance, from -100 (never) to 100 (always).",
    example: '{\n  "50256": -100\n}',
  },
  {
    name: "stream",
    kind: "boolean",
    standard: "on where offered",
    help: "Whether the answer comes token by token. It picks the operation of the service.",
  },
  {
    name: "timeout",
    kind: "number",
    least: 0,
    most: 3600,
    standard: "600",
    help: "Seconds that the service waits for the provider.",
  },
  {
    name: "modalities",
    kind: "list",
    standard: '["text"]',
    help: "What the answer may be made of.",
    example: '["text"]',
  },
  { name: "user", kind: "text", help: "A name of the end user, for the provider." },
  {
    name: "extra_headers",
    kind: "object",
    help: "Headers of the request to the provider. Those of its key belong to the service.",
    example: '{\n  "x-title": "Heddle"\n}',
  },
  { name: "api_version", kind: "text", help: "Sent as the query parameter api-version, as Azure wants it." },
  { name: "function_call", kind: "choice", help: "The older form of tool_choice, for functions." },
  {
    name: "functions",
    kind: "list",
    help: "The older form of tools.",
    example: '[\n  {\n    "name": "find_flight",\n    "parameters": { "type": "object", "properties": {} }\n  }\n]',
  },
  {
    name: "response_format",
    kind: "object",
    standard: "text",
    help: "Whether the answer is text, any JSON, or JSON of a schema.",
  },
  {
    name: "other members",
    kind: "object",
    help: "Members that have no field here, such as reasoning_effort. They are sent as they are.",
    example: '{\n  "reasoning_effort": "low"\n}',
  },
];

/** Holds members of the inputs that have no field of their own. */
export const ADDITIONAL_MEMBERS = "other members";

/** Has a part of the page of its own. */
export const RESPONSE_FORMAT = "response_format";

const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));

export function findParameter(name: string): Parameter | undefined {
  return name === ADDITIONAL_MEMBERS ? undefined : byName.get(name);
}
