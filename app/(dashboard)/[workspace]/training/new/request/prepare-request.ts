import { bulkLimits } from "@/lib/api/contract/operation/limits";
import { formatBytes } from "@/lib/format/bytes";
import { countOf } from "@/lib/format/count";
import { type DraftProblem, sentGroups } from "@/lib/training/trajectories/draft-problems";
import type { DraftRows, DraftTotals, GroupRewardFigures } from "@/lib/training/trajectories/reward-figures";
import { requestMembers, type TrainingTarget } from "@/lib/training/trajectories/training-request-body";

/** Maximum size of one request through the relay. */
export const MAX_REQUEST_BYTES = bulkLimits.requestBytes;

/** Groups that the preview shows in full. */
const SPELLED = 2;

/** Returns the request with its texts folded: members as they are sent, groups summarized. */
export function requestPreview(
  draft: DraftRows,
  figures: readonly GroupRewardFigures[],
  target: TrainingTarget,
): string {
  const sent = sentGroups(figures);
  const groups = sent.slice(0, SPELLED).map((index) => {
    const group = draft.groups[index];
    const exceptions =
      group && group.exceptions.length > 0 ? `,\n      "exceptions": [ ${group.exceptions.length} ]` : "";
    const count = countOf(figures[index]?.count ?? 0, "trajectory", "trajectories");
    return `    {\n      "trajectories": [ ${count} ]${exceptions}\n    }`;
  });
  const more = sent.length > SPELLED ? [`    … ${countOf(sent.length - SPELLED, "more group")}`] : [];
  const list = groups.length === 0 ? "[]" : `[\n${[...groups, ...more].join(",\n")}\n  ]`;
  const head = JSON.stringify(requestMembers(target), null, 2).slice(0, -2);
  return `${head === "{" ? "{" : `${head},`}\n  "trajectory_groups": ${list}\n}`;
}

type Control = {
  readonly totals: Pick<DraftTotals, "groupCount">;
  readonly problems: readonly Pick<DraftProblem, "level">[];
};

/** Returns why the request cannot be sent now; null when it can. */
export function startProblem(
  { totals, problems }: Control,
  { hasModel, isFit }: { readonly hasModel: boolean; readonly isFit: boolean },
  bytes: number,
  isReading: boolean,
): string | null {
  if (isReading) return "Sources are still loading";
  if (totals.groupCount === 0) return "No groups to send";
  const errors = problems.filter(({ level }) => level === "error").length;
  if (errors > 0) return `Fix ${countOf(errors, "error")} first, or exclude the groups`;
  if (bytes > MAX_REQUEST_BYTES)
    return `Too large: the limit for a request is ${formatBytes(MAX_REQUEST_BYTES)}. Exclude groups`;
  if (!hasModel) return "Choose a model first";
  return isFit ? null : "Fix the configuration first";
}
