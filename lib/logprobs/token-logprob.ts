import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";

/** A token that the model might have written instead. */
interface TokenAlternative {
  readonly text: string;
  readonly logprob: number;
}

/** A token as the model wrote it. */
export interface TokenLogprob {
  /** The token as the provider spells it; a part of a character is not readable in it. */
  readonly text: string;
  /** Its bytes in UTF-8: a token may end in the middle of a character. Null if the provider sends none. */
  readonly bytes: readonly number[] | null;
  /** Natural logarithm of its probability. */
  readonly logprob: number;
  /** The most likely first; the chosen token may be among them. */
  readonly alternatives: readonly TokenAlternative[];
  /** Other numbers of the token, as trainers add them: `ref_logprob`, `advantage`. Booleans are 0 and 1. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** Entries never change after they arrive, while the list around them grows with every chunk. */
const finiteOrNull = new WeakMap<object, TokenLogprob>();

/** Reads `logprobs.content` of a choice; invalid entries are omitted. */
export function readTokens(content: unknown): readonly TokenLogprob[] {
  return Array.isArray(content) ? content.flatMap((entry: unknown) => readToken(entry) ?? []) : [];
}

function readToken(entry: unknown): TokenLogprob | null {
  if (!isJsonObject(entry)) return null;
  const before = finiteOrNull.get(entry);
  if (before) return before;
  const logprob = plainNumber(entry.logprob);
  if (typeof entry.token !== "string" || typeof logprob !== "number") return null;
  const offered: readonly unknown[] = Array.isArray(entry.top_logprobs) ? entry.top_logprobs : [];
  const token: TokenLogprob = {
    text: entry.token,
    bytes: bytesOf(entry.bytes),
    logprob,
    alternatives: offered.flatMap((item) => readAlternative(item) ?? []).sort((a, b) => b.logprob - a.logprob),
    ...figuresOf(entry),
  };
  finiteOrNull.set(entry, token);
  return token;
}

/** Nearly all tokens have none: then nothing is stored. */
function figuresOf(entry: Readonly<Record<string, unknown>>): Pick<TokenLogprob, "figures"> {
  let figures: Record<string, number> | undefined;
  for (const [name, value] of Object.entries(entry)) {
    if (name === "logprob") continue;
    const number = typeof value === "boolean" ? Number(value) : plainNumber(value);
    if (typeof number !== "number" || !Number.isFinite(number)) continue;
    figures ??= {};
    figures[name] = number;
  }
  return figures === undefined ? {} : { figures };
}

function readAlternative(entry: unknown): TokenAlternative | null {
  if (!isJsonObject(entry)) return null;
  const logprob = plainNumber(entry.logprob);
  if (typeof entry.token !== "string" || typeof logprob !== "number") return null;
  return { text: tokenText(entry.token, bytesOf(entry.bytes)), logprob };
}

function bytesOf(value: unknown): readonly number[] | null {
  if (!Array.isArray(value)) return null;
  const bytes = value.map(plainNumber);
  return bytes.every((byte) => typeof byte === "number" && Number.isInteger(byte) && byte >= 0 && byte <= 255)
    ? (bytes as number[])
    : null;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns a single token: its text, or its bytes as `\xF0\x9F` if they are not whole characters. */
export function tokenText(text: string, bytes: readonly number[] | null): string {
  if (bytes === null) return text;
  try {
    return strict.decode(Uint8Array.from(bytes));
  } catch {
    // For a part of a character only its bytes can be shown.
    return bytes.map((byte) => `\\x${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  }
}
