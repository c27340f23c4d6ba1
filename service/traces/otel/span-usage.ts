import { LosslessNumber } from "lossless-json";
import { pythonLiteral } from "@/lib/json/scan/python-literal";
import { countingMembers } from "@/lib/usage/usage-tokens";
import { type AttributeSource, builtTree, firstAttribute } from "./attribute-source";
import { type Attributes, emptyAttributes, isAttributes } from "./attribute-values";
import { PYTHON_TEXTS } from "./conventions/attribute-table";
import type { PathList, SpanTable } from "./conventions/span-tables";
import { attributeAt } from "./expand-attributes";
import type { Span } from "./span";

/** Returns a number, also one that was sent as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = value instanceof LosslessNumber || typeof value === "string" ? Number(value) : value;
  return value === "" || typeof number !== "number" || !Number.isFinite(number) ? null : number;
}

/** Parses a token count. A value that is not a whole number is ignored. */
function count(value: unknown): number | null {
  const number = numberOf(value);
  return number === null || !Number.isInteger(number) || number < 0 ? null : number;
}

/** Returns the text of Python that has the value at a path inside. */
function insideText(attributes: AttributeSource, path: string): unknown {
  const holder = PYTHON_TEXTS.find((prefix) => path.startsWith(`${prefix}.`));
  const text = holder === undefined ? undefined : attributes.sent(holder);
  if (holder === undefined || typeof text !== "string") return undefined;
  const tree = pythonLiteral(text);
  return isAttributes(tree) ? attributeAt(tree, path.slice(holder.length + 1)) : undefined;
}

function firstCount(attributes: AttributeSource, paths: PathList): number | null {
  for (const path of paths) {
    const tokens = count(attributes.at(path) ?? insideText(attributes, path));
    if (tokens !== null) return tokens;
  }
  return null;
}

/** Returns the counts in the first object of a provider that has any; none where an attribute counts an input or output. */
function countsInObject(attributes: AttributeSource, paths: PathList): Attributes {
  for (const path of paths) {
    const object = builtTree(attributes.at(path));
    const members = isAttributes(object) ? countingMembers(object) : {};
    if (Object.keys(members).length > 0) return members;
  }
  return {};
}

/** Sets a member; after a dot is the member of an object inside. */
function setMember(usage: Attributes, member: string, tokens: number): void {
  const dot = member.indexOf(".");
  if (dot === -1) {
    usage[member] = tokens;
    return;
  }
  const name = member.slice(0, dot);
  const object = isAttributes(usage[name]) ? usage[name] : emptyAttributes();
  object[member.slice(dot + 1)] = tokens;
  usage[name] = object;
}

const ANTHROPIC_NAMES = ["gen_ai.provider.name", "gen_ai.system", "ai.model.provider", "llm.provider"];

/**
 * Clients whose input count is known to exclude cached tokens. The conventions include them; of other senders, readers of
 * the usage decide by the total.
 */
const INPUT_EXCLUDES_CACHE: readonly ((span: Span) => boolean)[] = [
  // Claude Code, which names its counts as Anthropic's interface does.
  ({ name }) => name.startsWith("claude_code."),
  // OpenLIT passes on the counts of Anthropic.
  ({ scope, attributes }) => scope.name.startsWith("openlit") && isAnthropic(attributes),
  // So does the AI SDK before version 6, whose counts have no details.
  ({ attributes }) =>
    attributes.at("ai.model.provider") !== undefined &&
    isAnthropic(attributes) &&
    attributes.at("ai.usage.inputTokenDetails") === undefined,
];

/** Langfuse adds its kinds of tokens up; where it says the total, the counts may be those of a provider. */
const isApart = ({ attributes }: Span): boolean =>
  attributes.at("langfuse.observation.usage_details.input") !== undefined &&
  attributes.at("langfuse.observation.usage_details.total") === undefined;

const mediaOf = (details: string) => ["audio", "image", "video"].map((medium) => `${details}.${medium}_tokens`);
const BESIDE_INPUT = mediaOf("prompt_tokens_details");
const BESIDE_OUTPUT = mediaOf("completion_tokens_details");

/** Makes wholes of kinds of tokens that are beside each other. */
function addKinds(counts: Map<string, number>): void {
  const sum = (members: readonly string[]) => members.reduce((all, member) => all + (counts.get(member) ?? 0), 0);
  const cached = sum(["cache_read_input_tokens", "cache_creation_input_tokens"]);
  const [prompt, completion] = [
    sum(["prompt_tokens", ...BESIDE_INPUT]) + cached,
    sum(["completion_tokens", ...BESIDE_OUTPUT]),
  ];
  counts.set("prompt_tokens", prompt);
  const answer = completion + sum(["reasoning_tokens"]);
  if (answer > 0 || counts.has("completion_tokens")) counts.set("completion_tokens", answer);
  counts.set("total_tokens", prompt + answer);
}

function isAnthropic(attributes: AttributeSource): boolean {
  return String(firstAttribute(attributes, ANTHROPIC_NAMES) ?? "").startsWith("anthropic");
}

/** An operation that returns the answer of an earlier request, which counts its tokens. */
const WITHOUT_TOKENS = "fetch_response";

/** The counts of an input and an output. */
const SIDES = ["prompt_tokens", "input_tokens", "completion_tokens", "output_tokens"] as const;

/** Parts that are only said where there are any. */
const isPart = (member: string) => member.includes(".");

/**
 * Returns the tokens that one span used, in the members of a call's `summary.usage`; undefined when it reports none.
 * The total is the sum of both directions when the span does not report it. Only this span's own tokens: spans arrive
 * one by one, so children are not added up here.
 */
export function spanUsage(span: Span, { tokens: table, usageObjects }: SpanTable): Attributes | undefined {
  const { attributes } = span;
  const counts = new Map<string, number>();
  for (const [member, paths] of table) {
    const tokens = firstCount(attributes, paths);
    if (tokens !== null && (tokens > 0 || !isPart(member))) counts.set(member, tokens);
  }
  const hasSide = SIDES.some((member) => counts.has(member));
  const inObject = hasSide ? {} : countsInObject(attributes, usageObjects.whole);
  if (counts.size + Object.keys(inObject).length === 0) return undefined;
  if (attributes.at("gen_ai.operation.name") === WITHOUT_TOKENS) return undefined;
  const of = (...members: readonly string[]) =>
    members.map((member) => counts.get(member)).find((one) => one !== undefined);
  const written =
    (of("cache_creation.ephemeral_5m_input_tokens") ?? 0) + (of("cache_creation.ephemeral_1h_input_tokens") ?? 0);
  if (written > 0 && !counts.has("cache_creation_input_tokens")) counts.set("cache_creation_input_tokens", written);
  const cached = (of("cache_read_input_tokens") ?? 0) + (of("cache_creation_input_tokens") ?? 0);
  const [input, output] = [of("prompt_tokens", "input_tokens"), of("completion_tokens", "output_tokens")];
  // Some clients write zero for a total that they do not know.
  if ((of("total_tokens") ?? 0) < (input ?? 0) + (output ?? 0)) counts.delete("total_tokens");
  if (isApart(span)) addKinds(counts);
  else if (cached > 0 && input !== undefined && INPUT_EXCLUDES_CACHE.some((excludes) => excludes(span))) {
    for (const member of ["prompt_tokens", "input_tokens"]) if (counts.has(member)) counts.set(member, input + cached);
    counts.set("total_tokens", input + cached + (output ?? 0));
  } else if (!counts.has("total_tokens") && (input !== undefined || output !== undefined)) {
    counts.set("total_tokens", (input ?? 0) + (output ?? 0));
  }
  const usage: Attributes = { requests: 1, ...inObject };
  for (const [member, tokens] of counts) setMember(usage, member, tokens);
  return usage;
}

/** The name of a model in a call's usage where the span names none: prices are looked up by it, and there is none. */
const UNNAMED_MODEL = "";

/** Returns the usage under the name of its model. */
export function usageOf(model: unknown, usage: Attributes): Attributes {
  const byModel = emptyAttributes();
  byModel[typeof model === "string" ? model : UNNAMED_MODEL] = usage;
  return byModel;
}
