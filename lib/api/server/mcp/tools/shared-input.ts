import { z } from "zod";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import { type CompiledSelection, compileSelection } from "@/lib/calls/calls-query";
import { parseRelative, type TimeRange } from "@/lib/filter/time-range";
import { parseTime } from "@/lib/format/time";

export const workspaceInput = z
  .string()
  .max(256)
  .optional()
  .describe("Name of the workspace, or its entity/project. May be omitted when there is only one.");

export const queryInput = z
  .string()
  .max(4000)
  .default("")
  .describe(
    "Filter in the dashboard's query language: terms joined by AND, for example `status:error op:search_flights latency:>2s`. " +
      'op:chat is; -op:chat is not; op:a,b any of; op:~part contains; thread:* is set; "two words" or plain text searches inputs and outputs. ' +
      "Fields: op, status (ok, error, running, error-inside), latency (150ms, 2s), model, name, exception, started, tokens, " +
      "tokens.in, tokens.out, thread, turn, trace, parent, id, user (end user), key (user of the API key), run, and paths such as attributes.env or inputs.user.id.",
  );

/** The range of a tool: relative, or between two times. */
export const rangeInputs = {
  last: z
    .string()
    .max(16)
    .optional()
    .describe("A range that ends now: 15m, 6h, 24h, 7d, 4w, or all. Ignored when since or until is set."),
  since: z.string().max(64).optional().describe("Start of the range: an ISO 8601 time, UTC without a zone. Inclusive."),
  until: z.string().max(64).optional().describe("End of the range: an ISO 8601 time, UTC without a zone."),
};

export interface RangeInput {
  readonly last?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

function timeOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const timeMs = parseTime(text);
  if (timeMs === null)
    throw new ToolError(`${name}: ${JSON.stringify(text)} is not a time; write 2026-11-20T10:00:00Z.`);
  return timeMs;
}

/** @throws ToolError for a text that is not a range */
export function readRange({ last, since, until }: RangeInput, defaultRange: string): TimeRange {
  const [fromMs, toMs] = [timeOf("since", since), timeOf("until", until)];
  if (fromMs !== null && toMs !== null && fromMs >= toMs) throw new ToolError("since must be before until.");
  if (fromMs !== null || toMs !== null) return { kind: "absolute", fromMs, toMs };
  const range = parseRelative(last ?? defaultRange);
  if (!range) throw new ToolError(`last: ${JSON.stringify(last)} is not a range; write 15m, 24h, 7d, 4w or all.`);
  return range;
}

/** The range as an answer repeats it. */
export const rangeOutput = z.object({
  since: z.string().nullable().describe("Null for no start."),
  until: z.string().nullable().describe("Null for no end."),
});

export interface Bounds {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

const isoOrNull = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

export function rangeOf({ fromMs, toMs }: Bounds): z.infer<typeof rangeOutput> {
  return { since: isoOrNull(fromMs), until: isoOrNull(toMs) };
}

export function rangeText({ fromMs, toMs }: Bounds): string {
  if (fromMs === null && toMs === null) return "all time";
  return `${isoOrNull(fromMs) ?? "the start"} to ${isoOrNull(toMs) ?? "now"}`;
}

/**
 * Compiles a query, which an agent wrote in full.
 *
 * @throws ToolError that names each term that cannot be read and its position: a part of a filter would answer another
 * question
 */
export function compileQuery(
  projectId: string,
  query: string,
  bounds: Bounds,
  areRootsOnly: boolean,
): CompiledSelection {
  const selection = compileSelection({ projectId, query, areRootsOnly, ...bounds });
  if (selection.problems.length === 0) return selection;
  const problems = selection.problems.map(
    ({ text, start, message }) => `${JSON.stringify(text)} at character ${start + 1}: ${message}.`,
  );
  throw new ToolError(`The query cannot be read. ${problems.join(" ")}`);
}

/** What was left out of an answer, and how to get it. Empty when nothing was. */
export const cutOutput = z.array(z.string()).describe("What was left out, and how to get it. Empty when nothing was.");

/** The end of an answer's text: what was cut, and the page for a person. */
export function footText(cut: readonly string[], url: string | null): string {
  const lines = cut.map((sentence) => `Cut: ${sentence}`);
  return [...lines, ...(url === null ? [] : [`Page: ${url}`])].map((line) => `\n${line}`).join("");
}
