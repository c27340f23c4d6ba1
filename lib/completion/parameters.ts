/** The type of a parameter in the form. */
type ParameterKind = "number" | "integer" | "text" | "boolean" | "stop" | "choice" | "object" | "list";

/** A member of a completion's inputs, as a form shows it. */
export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Its effect on the model. */
  readonly help: string;
  /** The value used when it is not sent. */
  readonly standard?: string;
  /** The range in OpenAI's interface. Other providers may accept more, so a value outside only warns. */
  readonly least?: number;
  readonly most?: number;
  /** Initial JSON, for parameters typed as JSON. */
  readonly example?: string;
}

/** Every parameter of the interface except `model`, `messages` and `tools`, in the order of the form. */
export const parameters: readonly Parameter[] = [
  {
    name: "temperature",
    kind: "number",
    least: 0,
    most: 2,
    standard: "1",
    help: "Randomness. 0 is nearly deterministic.",
  },
  {
    name: "top_p",
    kind: "number",
    least: 0,
    most: 1,
    standard: "1",
    help: "Samples only from the likeliest tokens with this total probability.",
  },
  { name: "n", kind: "integer", least: 1, most: 128, standard: "1", help: "Number of answers; each is billed." },
  {
    name: "max_completion_tokens",
    kind: "integer",
    least: 1,
    help: "Maximum number of tokens in an answer, including reasoning.",
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
    help: "Requests with the same seed should return the same answer, but providers do not guarantee it.",
  },
  {
    name: "stop",
    kind: "stop",
    help: 'Ends the answer before this text. Also accepts JSON: "\\n" for a line break, ["a", "b"] for several, at most 4.',
  },
  {
    name: "tool_choice",
    kind: "choice",
    standard: "auto",
    help: "Controls whether the model may, must or must not call tools.",
  },
  {
    name: "parallel_tool_calls",
    kind: "boolean",
    standard: "on",
    help: "Allows the model to call several tools at once.",
  },
  { name: "logprobs", kind: "boolean", standard: "off", help: "Returns the log-probability of each token." },
  {
    name: "top_logprobs",
    kind: "integer",
    least: 0,
    most: 20,
    standard: "0",
    help: "Number of alternative tokens to return at each position. Requires logprobs.",
  },
  {
    name: "logit_bias",
    kind: "object",
    help: "Token ids and the bias added to each, from -100 (never) to 100 (always).",
    example: '{\n  "50256": -100\n}',
  },
  {
    name: "stream",
    kind: "boolean",
    standard: "on where supported",
    help: "Streams the answer token by token. Selects the operation of the service.",
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
    help: "Allowed output types of the answer.",
    example: '["text"]',
  },
  { name: "user", kind: "text", help: "A name of the end user, for the provider." },
  {
    name: "extra_headers",
    kind: "object",
    help: "Headers of the request to the provider. Key headers are set by the service.",
    example: '{\n  "x-title": "Heddle"\n}',
  },
  { name: "api_version", kind: "text", help: "Sent as the query parameter api-version, which Azure requires." },
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
    help: "Format of the answer: text, any JSON, or JSON that follows a schema.",
  },
  {
    name: "other members",
    kind: "object",
    help: "Members without an input here, such as reasoning_effort. They are sent unchanged.",
    example: '{\n  "reasoning_effort": "low"\n}',
  },
];

/** Contains members of the inputs that have no field of their own. */
export const ADDITIONAL_MEMBERS = "other members";

/** Has its own part of the page. */
export const RESPONSE_FORMAT = "response_format";

const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));

export function findParameter(name: string): Parameter | undefined {
  return name === ADDITIONAL_MEMBERS ? undefined : byName.get(name);
}
