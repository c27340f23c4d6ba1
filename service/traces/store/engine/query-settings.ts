import type { Query, QueryParam, QuerySettings } from "./store";

/** The default limits of a query: 60 s, 4 GiB, a million rows. A stream runs as slowly as it is read. */
const readLimits = { max_execution_time: 60, max_memory_usage: 4 * 1024 ** 3, max_result_rows: 1_000_000 };
const streamLimits = {
  max_execution_time: 900,
  max_memory_usage: 4 * 1024 ** 3,
  max_result_rows: 100_000_000,
  // The first rows arrive early, and little is buffered for a slow reader. This would only slow down the scans of a
  // short read.
  max_block_size: 1000,
};

const common = {
  readonly: 1,
  result_overflow_mode: "throw",
  output_format_json_quote_64bit_integers: 0,
  output_format_json_escape_forward_slashes: 0,
  output_format_json_quote_denormals: 1,
};

/** Returns the settings of one query, by precedence: its own, its timeout, the limits, the common ones. */
export function settingsOf(query: Query, use: "read" | "stream"): QuerySettings {
  const limits = use === "read" ? readLimits : streamLimits;
  const timeout = query.timeoutMs === undefined ? {} : { max_execution_time: query.timeoutMs / 1000 };
  return { ...common, ...limits, ...timeout, ...query.settings };
}

/** Returns `SETTINGS a = 1, b = 'x'`. Names come from our own code; values are quoted. */
export function settingsClause(settings: QuerySettings): string {
  const parts = Object.entries(settings).map(([name, value]) => `${name} = ${settingLiteral(value)}`);
  return `SETTINGS ${parts.join(", ")}`;
}

function settingLiteral(value: string | number): string {
  if (typeof value === "number") return String(value);
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/**
 * Converts parameters to the form that both clients bind without loss. The clients refuse or round integers above 2^53,
 * so numbers are sent as text, which the engine reads as the placeholder's type.
 */
export function bindableParams(params: Query["params"]): Record<string, string | string[] | boolean | null> {
  const bound: Record<string, string | string[] | boolean | null> = {};
  for (const [name, value] of Object.entries(params ?? {})) bound[name] = bindable(value);
  return bound;
}

function bindable(value: QueryParam): string | string[] | boolean | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  const texts = value.filter((item): item is string => typeof item === "string");
  return texts.length === value.length && texts.length > 0 ? texts : `[${value.join(",")}]`;
}
