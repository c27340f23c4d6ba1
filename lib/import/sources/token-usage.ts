import { numberOf } from "./source-record";

/** Tokens of one request as another tool reports them. A missing count is unknown. */
export interface TokenCounts {
  readonly input: number | null;
  readonly output: number | null;
  readonly total: number | null;
  readonly cacheRead?: number | null;
  readonly cacheWritten?: number | null;
  readonly reasoning?: number | null;
}

/** Returns the usage of a call by model; null where no tokens are known. The total is the sum where it is not given. */
export function usageOfCounts(model: string | null, counts: TokenCounts): Record<string, unknown> | null {
  const { input, output, total, cacheRead, cacheWritten, reasoning } = counts;
  if (input === null && output === null && total === null) return null;
  return {
    [model ?? ""]: {
      requests: 1,
      ...(input === null ? {} : { prompt_tokens: input }),
      ...(output === null ? {} : { completion_tokens: output }),
      total_tokens: total ?? (input ?? 0) + (output ?? 0),
      ...(cacheRead ? { cache_read_input_tokens: cacheRead } : {}),
      ...(cacheWritten ? { cache_creation_input_tokens: cacheWritten } : {}),
      ...(reasoning ? { completion_tokens_details: { reasoning_tokens: reasoning } } : {}),
    },
  };
}

const INPUT = /^(input|prompt|cache)/;
const OUTPUT = /^(output|completion|reasoning)/;
const CACHE_READ = /cache(d|_read)/;
const CACHE_WRITTEN = /cache_(creation|write)/;

/**
 * Reads the token classes of Langfuse: `input`, `output`, `total` and further ones of either side. `input` excludes the
 * further classes unless it makes the total together with `output`.
 */
export function countsOfClasses(classes: Readonly<Record<string, unknown>>): TokenCounts {
  const tokens = new Map<string, number>();
  for (const [name, value] of Object.entries(classes)) {
    const count = numberOf(value);
    if (count !== null && Number.isInteger(count) && count >= 0)
      tokens.set(
        name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        count,
      );
  }
  const base = (...names: readonly string[]) =>
    names.map((name) => tokens.get(name)).find((count) => count !== undefined) ?? null;
  const bases = [
    "input",
    "prompt_tokens",
    "input_tokens",
    "output",
    "completion_tokens",
    "output_tokens",
    "total",
    "total_tokens",
  ];
  const further = [...tokens].filter(([name]) => !bases.includes(name));
  const sum = (side: RegExp) => {
    const counts = further.filter(([name]) => side.test(name)).map(([, count]) => count);
    return counts.length === 0 ? null : counts.reduce((left, right) => left + right, 0);
  };
  const [input, output, total] = [
    base("input", "prompt_tokens", "input_tokens"),
    base("output", "completion_tokens", "output_tokens"),
    base("total", "total_tokens"),
  ];
  const isIncluded = total !== null && total === (input ?? 0) + (output ?? 0);
  const whole = (own: number | null, side: RegExp) => {
    const more = sum(side);
    return isIncluded || more === null ? own : (own ?? 0) + more;
  };
  return {
    input: whole(input, INPUT),
    output: whole(output, OUTPUT),
    total,
    cacheRead: sum(CACHE_READ),
    cacheWritten: sum(CACHE_WRITTEN),
    reasoning: sum(/reasoning/),
  };
}
