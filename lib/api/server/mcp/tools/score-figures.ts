import { z } from "zod";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import type { CompiledSelection } from "@/lib/calls/calls-query";
import { type Grouping, valueLabel } from "@/lib/calls/grouping";
import { formatCount } from "@/lib/format/count";
import { scoreRow, scoreRowOf, scoreRowText } from "./score-row";
import { type Bounds, rangeOf } from "./shared-input";
import { unlessUnsupported } from "./unsupported";

/** As many as the service returns figures of at once. */
const MAX_SCORES = 20;
/** Values of the grouping, for each score. */
const MAX_GROUPS = 10;
const MAX_TEXTS = 5;
/** A part of the answer; the figures of calls are beside it. */
const MAX_CHARACTERS = 8_000;

export const scoreOfCalls = scoreRow.extend({
  texts: z.array(z.object({ text: z.string(), calls: z.number() })).describe("The most frequent texts."),
  groups: z.array(scoreRow.extend({ value: z.string() })).describe("By group_by, most scored calls first."),
});

type ScoreOfCalls = z.infer<typeof scoreOfCalls>;

/** The scores of the selected calls, and what was left out. */
export interface ReadScores {
  readonly scores: readonly ScoreOfCalls[];
  readonly cut: readonly string[];
}

/** The scores that the project has; null when the service does not know. */
export async function listScores({ service, projectId }: OpenWorkspace): Promise<readonly ProjectScore[] | null> {
  const list = service.call("scores.list", { body: { project_id: projectId } });
  return (await unlessUnsupported(list))?.scores ?? null;
}

interface ScoresRequest {
  readonly selection: CompiledSelection;
  readonly bounds: Bounds;
  readonly grouping: Grouping;
}

/** Reads the figures of all scores of the selected calls, in total and by a field. */
export async function readScores(
  workspace: OpenWorkspace,
  { selection, bounds, grouping }: ScoresRequest,
): Promise<ReadScores> {
  const listed = await listScores(workspace);
  const fields = (listed ?? []).slice(0, MAX_SCORES).map(({ field }) => field);
  if (fields.length === 0) return { scores: [], cut: listed === null ? [NO_SCORES] : [] };
  const { since: after, until: before } = rangeOf(bounds);
  const { filter, query } = selection;
  const body = {
    project_id: workspace.projectId,
    ...(filter === undefined ? {} : { filter }),
    ...(query === undefined ? {} : { query }),
    ...{ after, before, fields, by: grouping.by, limit: MAX_GROUPS },
  };
  const answer = await unlessUnsupported(workspace.service.call("scores.figures", { body }));
  if (answer === null) return { scores: [], cut: [NO_SCORES] };
  const all = answer.scores
    .filter(({ totals }) => totals.call_count > 0)
    .map(({ field, totals, values, groups }) => ({
      ...scoreRowOf(field, totals),
      texts: values.slice(0, MAX_TEXTS).map(({ value, count }) => ({ text: oneLine(value, 200), calls: count })),
      groups: groups.map((group) => ({
        value: oneLine(valueLabel(grouping, group.value), 200),
        ...scoreRowOf(field, group),
      })),
    }));
  const { rows, omittedCount } = fitRows(all, MAX_CHARACTERS);
  const hidden = omittedCount + Math.max(0, (listed?.length ?? 0) - fields.length);
  const cut = hidden > 0 ? [`${formatCount(hidden)} more scores: narrow the query, or filter by score.NAME:*.`] : [];
  return { scores: rows, cut };
}

const NO_SCORES = "The service of this workspace has no figures of scores (scores.list, scores.figures).";

export function scoresText(scores: readonly ScoreOfCalls[]): string {
  return scores
    .flatMap(({ texts, groups, ...row }) => [
      scoreRowText(row),
      ...texts.map(({ text, calls }) => `  "${text}" ${formatCount(calls)}`),
      ...groups.map(({ value, ...group }) => `  ${value}: ${scoreRowText(group).slice(group.score.length + 2)}`),
    ])
    .join("\n");
}
