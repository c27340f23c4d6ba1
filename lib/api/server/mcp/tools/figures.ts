import { z } from "zod";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { textTable } from "@/lib/api/server/mcp/answer/text-table";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import type { CompiledSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import { findGrouping, groupings, readGrouping, valueLabel } from "@/lib/calls/grouping";
import { resolveTimeRange } from "@/lib/filter/time-range";
import { formatCount } from "@/lib/format/count";
import { FIGURE_COLUMNS, figureCells, figureRow, figureRowOf } from "./figure-row";
import { notablePeriods } from "./notable-periods";
import { failureGroup, failuresText, readFailures, SAMPLED_FAILURES } from "./read-failures";
import { readScores, scoreOfCalls, scoresText } from "./score-figures";
import {
  type Bounds,
  compileQuery,
  cutOutput,
  footText,
  queryInput,
  rangeInputs,
  rangeOf,
  rangeOutput,
  rangeText,
  readRange,
  workspaceInput,
} from "./shared-input";
import { defineTool } from "./tool";
import { unlessUnsupported } from "./unsupported";

const groupValue = figureRow.extend({ value: z.string() });
const bucketRow = figureRow.extend({ start: z.string() });

/** Round widths of the parts of a range, in seconds. */
const WIDTHS_SECONDS = [60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 604_800];
const MAX_BUCKETS = 60;
/** A range without a start is divided by the service; the newest parts are shown. */
const MAX_SHOWN_BUCKETS = 72;

const ALL_TIME: Bounds = { fromMs: null, toMs: null };

function bucketSeconds({ fromMs, toMs }: Bounds, nowMs: number): number | undefined {
  if (fromMs === null) return undefined;
  const spanSeconds = ((toMs ?? nowMs) - fromMs) / 1000;
  return WIDTHS_SECONDS.find((width) => spanSeconds / width <= MAX_BUCKETS) ?? WIDTHS_SECONDS.at(-1);
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

const GROUP_NAMES = groupings.map(({ name }) => name).join(", ");

/** The service's name of a grouping. @throws ToolError for an unknown one */
function groupingNamed(name: string) {
  const grouping = findGrouping(name);
  if (grouping) return grouping;
  throw new ToolError(
    `group_by: ${JSON.stringify(name)} is unknown; use ${GROUP_NAMES}, or a path such as attributes.env.`,
  );
}

interface FiguresRequest {
  readonly selection: CompiledSelection;
  readonly bounds: Bounds;
  readonly by: string;
  readonly limit: number;
  readonly shouldCompare: boolean;
  readonly nowMs: number;
}

async function readFigures(
  { service, projectId }: OpenWorkspace,
  { selection, bounds, by, limit, shouldCompare, nowMs }: FiguresRequest,
): Promise<CallsFiguresResult | null> {
  const { fromMs, toMs } = bounds;
  if (shouldCompare && fromMs === null) throw new ToolError("compare_with_previous needs a range with a start.");
  const width = bucketSeconds(bounds, nowMs);
  const lengthMs = (toMs ?? nowMs) - (fromMs ?? 0);
  const previous = { after: iso((fromMs ?? 0) - lengthMs), before: iso(fromMs ?? 0) };
  const body = {
    project_id: projectId,
    filter: selection.filter,
    ...(selection.query === undefined ? {} : { query: selection.query }),
    ...(fromMs === null ? {} : { after: iso(fromMs) }),
    ...(toMs === null ? {} : { before: iso(toMs) }),
    ...(width === undefined ? {} : { bucket_seconds: width }),
    ...(shouldCompare ? { previous } : {}),
    groups: [{ by, limit }],
  };
  return await unlessUnsupported(service.call("calls.stats", { body }));
}

/**
 * A service without figures still counts: the thirteen operations of every service. Not every one of them compares
 * times, so a refused range is left out and reported.
 */
async function countCalls(
  { service, projectId }: OpenWorkspace,
  inRange: CompiledSelection,
  everywhere: CompiledSelection,
): Promise<{ count: number; isInRange: boolean }> {
  const countOfSelection = async (selection: CompiledSelection) =>
    (await service.call("calls.queryStats", { body: callCountBody(projectId, selection) })).count;
  try {
    return { count: await countOfSelection(inRange), isInRange: true };
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.failure.kind !== "validation") throw error;
    return { count: await countOfSelection(everywhere), isInRange: false };
  }
}

const outputShape = {
  range: rangeOutput,
  totals: figureRow.nullable().describe("Null when the service only counts calls."),
  call_count: z.number(),
  previous: figureRow.nullable().describe("The period of the same length before, if it was asked for."),
  notable: z.array(z.string()).describe("Periods that differ clearly from the rest of the range."),
  failures: z.array(failureGroup).describe("What failed calls say, grouped by op and message."),
  scores: z.array(scoreOfCalls).describe("Empty unless with_scores is set."),
  group_by: z.string(),
  groups: z.array(groupValue),
  bucket_seconds: z.number().nullable(),
  over_time: z.array(bucketRow),
  cut: cutOutput,
};

type Output = z.input<z.ZodObject<typeof outputShape>>;

function textOf(data: Output, head: string): string {
  const table = (name: string, rows: readonly (readonly string[])[]) => textTable([{ name }, ...FIGURE_COLUMNS], rows);
  const totals = data.totals === null ? [] : [["total", ...figureCells(data.totals)]];
  const previous = data.previous === null ? [] : [["period before", ...figureCells(data.previous)]];
  const sections = [
    head,
    totals.length === 0 ? "" : table("", [...totals, ...previous]),
    data.notable.length === 0 ? "" : `Notable:\n${data.notable.join("\n")}`,
    data.failures.length === 0 ? "" : `Failures:\n${failuresText(data.failures)}`,
    data.groups.length === 0
      ? ""
      : table(
          data.group_by,
          data.groups.map((group) => [group.value, ...figureCells(group)]),
        ),
    data.over_time.length === 0
      ? ""
      : table(
          "from",
          data.over_time.map((bucket) => [bucket.start, ...figureCells(bucket)]),
        ),
    data.scores.length === 0 ? "" : `Scores:\n${scoresText(data.scores)}`,
  ];
  return sections.filter((section) => section !== "").join("\n\n") + footText(data.cut, null);
}

/** The answer from the figures of the service, without the failures and scores. */
function figuresAnswer(result: CallsFiguresResult, groupName: string): Omit<Output, "range" | "failures" | "scores"> {
  const grouping = readGrouping(groupName);
  const [group] = result.groups;
  const buckets = result.buckets.map((bucket) => ({ start: bucket.start, ...figureRowOf(bucket) }));
  const busy = buckets.filter(({ calls }) => calls > 0);
  const shown = busy.slice(-MAX_SHOWN_BUCKETS);
  const values = (group?.values ?? []).map(({ value, ...figures }) => ({
    value: oneLine(valueLabel(grouping, value), 200),
    ...figureRowOf(figures),
  }));
  const { rows, omittedCount } = fitRows(values, 10_000);
  const hiddenValues = (group?.value_count ?? 0) - values.length + omittedCount;
  return {
    totals: figureRowOf(result.totals),
    call_count: result.totals.call_count,
    previous: result.previous === null ? null : figureRowOf(result.previous),
    notable: notablePeriods(buckets, result.bucket_seconds),
    group_by: grouping.name,
    groups: [...rows],
    bucket_seconds: result.bucket_seconds,
    over_time: shown,
    cut: [
      ...(hiddenValues > 0
        ? [`${formatCount(hiddenValues)} more values of ${grouping.name}: raise limit, or filter.`]
        : []),
      ...(busy.length > shown.length
        ? [`${busy.length - shown.length} earlier parts of the range: set since and until.`]
        : []),
    ],
  };
}

const NO_FIGURES =
  "The service of this workspace only counts calls: it does not have calls.stats, so there are no latency, tokens, groups or parts of the range.";

export const figuresTool = defineTool({
  name: "figures",
  title: "Figures of calls",
  description:
    "Counts, errors, latency, tokens and cost of the calls that match a query: in total, by a field, over time, and against the period before. " +
    "Names the periods that differ clearly (`notable`) and what failed calls say (`failures`); with_scores adds what scorers, people and programs gave the calls. The best first step for “what went wrong”: it reads all calls, not a sample.",
  input: z.strictObject({
    workspace: workspaceInput,
    query: queryInput,
    ...rangeInputs,
    roots_only: z.boolean().default(false).describe("Only the first call of each trace: figures of whole requests."),
    group_by: z
      .string()
      .max(512)
      .default("op")
      .describe(`${GROUP_NAMES}, a path into the attributes such as attributes.env, or score.NAME.`),
    limit: z.number().int().min(1).max(100).default(15).describe("Values of group_by, those with most calls first."),
    compare_with_previous: z.boolean().default(false).describe("Also the period of the same length before."),
    with_scores: z.boolean().default(false).describe("Also the scores of these calls, in total and by group_by."),
  }),
  output: z.object(outputShape),
  operations: ["calls.stats", "calls.queryStats", "calls.streamQuery", "scores.list", "scores.figures"],
  run: async (input, reader) => {
    const workspace = await reader.open(input.workspace);
    const bounds = resolveTimeRange(readRange(input, "7d"), reader.nowMs);
    const { projectId } = workspace;
    const grouping = groupingNamed(input.group_by);
    const { by } = grouping;
    const everywhere = compileQuery(projectId, input.query, ALL_TIME, input.roots_only);
    const inRange = compileQuery(projectId, input.query, bounds, input.roots_only);
    const { limit, compare_with_previous: shouldCompare } = input;
    const request = { selection: everywhere, bounds, by, limit, shouldCompare, nowMs: reader.nowMs };
    const [result, scored] = await Promise.all([
      readFigures(workspace, request),
      input.with_scores ? readScores(workspace, { selection: everywhere, bounds, grouping }) : { scores: [], cut: [] },
    ]);
    const range = rangeOf(bounds);
    if (result === null) {
      const { count, isInRange } = await countCalls(workspace, inRange, everywhere);
      const nothing = { totals: null, previous: null, notable: [], failures: [], groups: [], over_time: [] };
      const cut = [
        NO_FIGURES,
        ...(isInRange ? [] : ["It cannot compare times either: the count is that of all time."]),
        ...scored.cut,
      ];
      const when = rangeText(isInRange ? bounds : ALL_TIME);
      const asked = isInRange ? range : rangeOf(ALL_TIME);
      const data = {
        range: asked,
        call_count: count,
        ...nothing,
        scores: [...scored.scores],
        group_by: input.group_by,
        bucket_seconds: null,
        cut,
      };
      return { text: textOf(data, `${formatCount(count)} calls in ${when}.`), data };
    }
    const answer = figuresAnswer(result, input.group_by);
    const hasErrors = (answer.totals?.errors ?? 0) > 0;
    const read = hasErrors ? await readFailures(workspace, inRange) : null;
    const isSample = read !== null && read.sampledCount === SAMPLED_FAILURES;
    const cut = [
      ...answer.cut,
      ...scored.cut,
      ...(isSample
        ? [`failures are those of the newest ${SAMPLED_FAILURES} failed calls: narrow the range for others.`]
        : []),
    ];
    const data = { range, ...answer, failures: read?.failures ?? [], scores: [...scored.scores], cut };
    return { text: textOf(data, `Calls in ${rangeText(bounds)}.`), data };
  },
});
