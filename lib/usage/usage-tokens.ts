import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { byMedia, MEDIA_TOKENS, type MediaKind } from "./media-tokens";

/**
 * The counts in an entry of `summary.usage`, and the members that clients and providers send them as: the first one with
 * a number counts. After a dot is the member of an object. `service/traces/store/schema/stored-usage.ts` makes SQL of the same
 * table, which must agree with {@link tokensOf}.
 *
 * OpenAI and all that follow it say `prompt_tokens`; `input_tokens` is of OpenAI's responses, Anthropic and LangChain;
 * names in camel case are of Bedrock, the AI SDK and Gemini, those that end in `_count` of Gemini.
 */
export const USAGE_MEMBERS = {
  requests: ["requests"],
  prompt: ["prompt_tokens", "promptTokens", "prompt_token_count", "promptTokenCount"],
  input: ["input_tokens", "inputTokens"],
  output: [
    ...["completion_tokens", "output_tokens", "completionTokens", "outputTokens"],
    ...["candidates_token_count", "candidatesTokenCount"],
  ],
  total: ["total_tokens", "totalTokens", "total_token_count", "totalTokenCount"],
  /** Beside the input, which excludes them where the client is Anthropic's or Bedrock's. */
  readBeside: ["cache_read_input_tokens", "cacheReadInputTokens"],
  readInside: [
    ...["prompt_tokens_details.cached_tokens", "input_tokens_details.cached_tokens", "input_token_details.cache_read"],
    ...["inputTokenDetails.cacheReadTokens", "cachedInputTokens", "cached_content_token_count"],
    ...["cachedContentTokenCount"],
  ],
  writtenBeside: ["cache_creation_input_tokens", "cacheWriteInputTokens", "cacheCreationInputTokens"],
  writtenInside: [
    ...["prompt_tokens_details.cache_creation_tokens", "prompt_tokens_details.cache_write_tokens"],
    ...["input_tokens_details.cache_write_tokens", "input_token_details.cache_creation"],
    ...["inputTokenDetails.cacheWriteTokens"],
  ],
  writtenForMinutes: ["cache_creation.ephemeral_5m_input_tokens", "input_token_details.ephemeral_5m_input_tokens"],
  writtenForHour: [
    ...["cache_creation.ephemeral_1h_input_tokens", "input_token_details.ephemeral_1h_input_tokens"],
    ...["cache_creation_1h_input_tokens"],
  ],
  /** Gemini counts these beside the output. */
  thoughts: ["thoughts_token_count", "thoughtsTokenCount", "thoughts_tokens"],
  reasoning: [
    ...["reasoning_tokens", "reasoningTokens", "completion_tokens_details.reasoning_tokens"],
    ...[
      "output_tokens_details.reasoning_tokens",
      "output_token_details.reasoning",
      "outputTokenDetails.reasoningTokens",
    ],
  ],
  /** Gemini counts the results of its own tools beside the prompt. */
  toolResults: ["tool_use_prompt_token_count", "toolUsePromptTokenCount"],
  audioInput: [
    ...["prompt_tokens_details.audio_tokens", "input_tokens_details.audio_tokens", "input_token_details.audio"],
    ...["audio_input_tokens"],
  ],
  audioOutput: [
    ...["completion_tokens_details.audio_tokens", "output_tokens_details.audio_tokens", "output_token_details.audio"],
    ...["audio_output_tokens"],
  ],
  imageInput: [
    ...["prompt_tokens_details.image_tokens", "input_tokens_details.image_tokens", "input_token_details.image"],
    ...["image_input_tokens"],
  ],
  imageOutput: [
    ...["completion_tokens_details.image_tokens", "output_tokens_details.image_tokens", "output_token_details.image"],
    ...["image_output_tokens"],
  ],
  videoInput: [
    ...["prompt_tokens_details.video_tokens", "input_tokens_details.video_tokens", "input_token_details.video"],
    ...["video_input_tokens"],
  ],
  videoOutput: [
    ...["completion_tokens_details.video_tokens", "output_tokens_details.video_tokens", "output_token_details.video"],
    ...["video_output_tokens"],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Clients that do not know a model used this name in its place. */
export const UNNAMED_MODEL = "usage";

/** The name of a model in `summary.usage`; empty where it is not known. */
export const modelNameOf = (model: string): string => (model === UNNAMED_MODEL ? "" : model);

const PREFIX = "^.*/";
const DATE = /[-@](?:20[0-9]{2}-?[01][0-9]-?[0-3][0-9]|latest)$/.source;

/** The parts of a lower-case name that differ between what was asked for and what answered. */
export const FAMILY_PATTERNS = [PREFIX, DATE] as const;

const FAMILY_EXPRESSIONS = FAMILY_PATTERNS.map((pattern) => new RegExp(pattern));

/** As the engine's `lower`, which knows no other letters. */
const lowerLatin = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns a model's name without provider and date: a framework may report the asked model, and the provider another. */
export const familyOf = (model: string): string =>
  FAMILY_EXPRESSIONS.reduce((name, expression) => name.replace(expression, ""), lowerLatin(model));

/** Tokens of one model. All cached tokens, and those of media, are part of the prompt or the completion. */
export interface UsageTokens extends Readonly<Record<MediaKind, number>> {
  readonly requests: number;
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
  readonly cacheRead: number;
  /** Written to a cache. */
  readonly cacheCreation: number;
  /** The part of `cacheCreation` that is kept for an hour. */
  readonly cacheHour: number;
}

/**
 * Returns the tokens of an entry of `summary.usage`. A member that is not a number, or is negative, is ignored.
 *
 * Whether an input count includes cached tokens, and an output count reasoning, is decided by the total. Without one,
 * Anthropic and Bedrock exclude cached tokens and Gemini excludes thoughts; a part never exceeds its whole.
 */
export function tokensOf(entry: Readonly<Record<string, unknown>>): UsageTokens {
  const counts = countsIn(entry);
  const of = (kind: Kind) => counts[kind] ?? null;
  const [prompt, input, total] = [of("prompt"), of("input"), of("total")];
  const [readBeside, writtenBeside] = [of("readBeside"), of("writtenBeside")];
  const [sentInput, sentOutput] = [prompt ?? input ?? 0, of("output") ?? 0];
  const cacheRead = readBeside ?? of("readInside") ?? 0;
  const cacheHour = of("writtenForHour") ?? 0;
  const written = writtenBeside ?? of("writtenInside") ?? 0;
  const cacheCreation = Math.max(written, cacheHour + (of("writtenForMinutes") ?? 0));
  const cached = cacheRead + cacheCreation;
  const thoughts = of("thoughts");
  const reasoning = thoughts ?? of("reasoning") ?? 0;
  const toolResults = of("toolResults") ?? 0;
  const isMarked = prompt === null && (readBeside ?? 0) + (writtenBeside ?? 0) > 0;
  const rest = total === null ? null : total - sentInput - sentOutput - toolResults;
  const isCachedApart =
    cached > sentInput ||
    (rest === null
      ? isMarked
      : cached > 0 && (rest === cached + reasoning || (rest === cached && (isMarked || reasoning !== cached))));
  const restOfOutput = rest === null ? null : rest - (isCachedApart ? cached : 0);
  const isReasoningApart =
    reasoning > sentOutput ||
    (reasoning > 0 && (restOfOutput === null ? thoughts !== null : restOfOutput >= reasoning));
  const whole = sentInput + toolResults + (isCachedApart ? cached : 0);
  const completion = sentOutput + (isReasoningApart ? reasoning : 0);
  return {
    requests: of("requests") ?? 0,
    prompt: whole,
    completion,
    total: total === null || isCachedApart || isReasoningApart ? Math.max(total ?? 0, whole + completion) : total,
    cacheRead,
    cacheCreation,
    cacheHour,
    ...partsOfMedia((kind) => of(kind) ?? 0, { input: whole - cached, output: completion }),
  };
}

const NO_MEDIA = byMedia("kind", () => 0);

/** Media are parts of a whole: what exceeds the rest is ignored. */
function partsOfMedia(
  countOfKind: (kind: MediaKind) => number,
  whole: Readonly<Record<"input" | "output", number>>,
): Record<MediaKind, number> {
  if (MEDIA_TOKENS.every(({ kind }) => countOfKind(kind) === 0)) return NO_MEDIA;
  const rest = { ...whole };
  return byMedia("kind", ({ kind, isInput }) => {
    const side = isInput ? "input" : "output";
    const part = Math.min(countOfKind(kind), rest[side]);
    rest[side] -= part;
    return part;
  });
}

type Kind = keyof typeof USAGE_MEMBERS;

/** Where a member counts: the lower rank of a kind goes before. */
interface MemberPlace {
  readonly kind: Kind;
  readonly rank: number;
}

/** The places by name, and by name within an object. An entry has few of these hundred members. */
const PLACES = new Map<string, MemberPlace>();
const PLACES_WITHIN = new Map<string, Map<string, MemberPlace>>();

for (const [kind, members] of Object.entries(USAGE_MEMBERS) as [Kind, readonly string[]][]) {
  for (const [rank, member] of members.entries()) {
    const [name = "", inner] = member.split(".");
    if (inner === undefined) PLACES.set(name, { kind, rank });
    else PLACES_WITHIN.set(name, (PLACES_WITHIN.get(name) ?? new Map()).set(inner, { kind, rank }));
  }
}

/** Returns whether an entry has any of these counts. */
export function hasCount(entry: Readonly<Record<string, unknown>>, ...kinds: readonly Kind[]): boolean {
  const counts = countsIn(entry);
  return kinds.some((kind) => counts[kind] !== undefined);
}

/** Returns only the members of an entry that count tokens, as numbers: a provider's object has others. */
export function countingMembers(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(entry)) {
    const [value, within] = [entry[name], PLACES_WITHIN.get(name)];
    if (within === undefined || !isJsonObject(value)) {
      if (PLACES.has(name) && isCount(value)) members[name] = Number(plainNumber(value));
      continue;
    }
    const inner = Object.entries(value).filter(([member, count]) => within.has(member) && isCount(count));
    if (inner.length > 0) members[name] = Object.fromEntries(inner.map(([member, count]) => [member, Number(count)]));
  }
  return members;
}

/** True for a whole number, also one in a text. */
function isCount(value: unknown): boolean {
  const number = plainNumber(value);
  const isNumber = typeof number === "number" || (typeof number === "string" && /^\d+$/.test(number));
  return isNumber && Number.isInteger(Number(number)) && Number(number) >= 0;
}

/** Returns the counts of an entry, of each kind that it has. */
function countsIn(entry: Readonly<Record<string, unknown>>): { readonly [Member in Kind]?: number } {
  const counts: { [Member in Kind]?: number } = {};
  const ranks: { [Member in Kind]?: number } = {};
  const add = ({ kind, rank }: MemberPlace, value: unknown) => {
    const number = plainNumber(value);
    if (typeof number !== "number" || !Number.isFinite(number) || number < 0) return;
    if (rank > (ranks[kind] ?? rank)) return;
    counts[kind] = number;
    ranks[kind] = rank;
  };
  for (const name of Object.keys(entry)) {
    const place = PLACES.get(name);
    if (place !== undefined) add(place, entry[name]);
    const within = PLACES_WITHIN.get(name);
    const inner = within === undefined ? null : entry[name];
    if (within === undefined || !isJsonObject(inner)) continue;
    for (const member of Object.keys(inner)) {
      const placeWithin = within.get(member);
      if (placeWithin !== undefined) add(placeWithin, inner[member]);
    }
  }
  return counts;
}
