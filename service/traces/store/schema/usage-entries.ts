import { isJsonObject } from "@/lib/guard/json-object";
import { MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import { familyOf, modelNameOf, tokensOf, type UsageTokens } from "@/lib/usage/usage-tokens";
import { bufferOf, TextMark } from "@/service/kernel/json/text-mark";
import {
  type BinaryType,
  FLOAT64,
  listOf,
  type RowValue,
  TEXT,
  tupleOf,
  UINT64,
} from "@/service/traces/store/engine/row-encoder";
import { sipHash64 } from "./sip-hash";
import { TOKENS_TYPE_SQL, USAGE_COUNTS } from "./stored-usage";

const ENTRY = tupleOf([TEXT, ...USAGE_COUNTS.map(() => FLOAT64), UINT64]);

/** The type of `model_tokens`, whose values {@link usageEntries} returns. */
export const USAGE_TYPE: BinaryType = { ...listOf(ENTRY), sql: TOKENS_TYPE_SQL };

const NO_ENTRIES: RowValue = [];

/** What a text with usage contains: the member's name, or an escaped character, which may be part of it. */
const MAY_REPORT = ['"usage"', "\\u"].map((part) => new TextMark(part));

/**
 * Returns the value of `model_tokens` of a call with this summary: an entry for each model with tokens, as the column's
 * own expression computes it. To analyze that takes the engine several times as long as storing a few calls.
 *
 * @param summary JSON text, or the bytes of its UTF-8; empty for a call without an end
 */
export function usageEntries(summary: RowValue): RowValue {
  const usage = usageOf(summary);
  if (usage === null) return NO_ENTRIES;
  return entriesIn(usage).map(([name, tokens]): RowValue => [name, ...countsOf(tokens), familyHash(name)]);
}

/** The models that have tokens, by name. */
const entriesIn = (usage: Readonly<Record<string, unknown>>) =>
  Object.entries(usage).flatMap(([model, entry]): [string, UsageTokens][] => {
    if (!isJsonObject(entry)) return [];
    const tokens = tokensOf(entry);
    const isEmpty = tokens.prompt + tokens.completion + tokens.total + tokens.cacheRead + tokens.cacheCreation === 0;
    return isEmpty ? [] : [[modelNameOf(model), tokens]];
  });

/**
 * Returns the hash of the model and the size of the answer as `SDK_REQUEST_SQL` computes it, where the summary of an SDK's
 * call has usage of one model and of one request or of none that is counted; else null.
 */
export function sdkAnswer(traceId: string, summary: string): bigint | null {
  const [first, ...others] = entriesIn(usageOf(summary) ?? {});
  if (first === undefined || others.length > 0) return null;
  const [model, { requests, completion, prompt }] = first;
  if (requests > 1) return null;
  const family = Buffer.alloc(8);
  family.writeBigUInt64LE(familyHash(model));
  const size = Buffer.alloc(8);
  size.writeDoubleLE(completion > 0 ? completion : -prompt);
  return sipHash64(traceId, family, size);
}

function usageOf(summary: RowValue): Record<string, unknown> | null {
  if (typeof summary !== "string" && !(summary instanceof Uint8Array)) return null;
  if (!MAY_REPORT.some((part) => part.isIn(summary))) return null;
  const value: unknown = JSON.parse(typeof summary === "string" ? summary : bufferOf(summary).toString());
  const { usage } = isJsonObject(value) ? value : {};
  return isJsonObject(usage) ? usage : null;
}

/** In the order of {@link USAGE_COUNTS}. */
const countsOf = (tokens: UsageTokens): number[] => [
  tokens.requests,
  tokens.prompt,
  tokens.completion,
  tokens.total,
  tokens.cacheRead,
  tokens.cacheCreation,
  tokens.cacheHour,
  ...MEDIA_TOKENS.map(({ kind }) => tokens[kind]),
];

/** Models are few; a client that sends ever new names is one of a kind. */
const MAX_KNOWN = 10_000;
const known = new Map<string, bigint>();

function familyHash(model: string): bigint {
  const found = known.get(model);
  if (found !== undefined) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const hash = sipHash64(familyOf(model));
  known.set(model, hash);
  return hash;
}
