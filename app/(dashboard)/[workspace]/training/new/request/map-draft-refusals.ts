import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { locationPath } from "@/lib/failure/field-errors";
import type { DraftProblem } from "@/lib/training/trajectories/draft-problems";
import type { DraftRows } from "@/lib/training/trajectories/reward-figures";

/**
 * Maps the service's validation errors to the groups and trajectories of the draft.
 *
 * @param positions the groups of the draft that were sent, in order
 */
export function draftRefusals(
  { detail = [] }: ServiceFailure,
  positions: readonly number[],
  { groups, rows, isOut }: DraftRows,
): DraftProblem[] {
  return detail.map(({ loc, msg }) => {
    const path = locationPath(loc);
    const [, groupText, , trajectoryText] = /^trajectory_groups\[(\d+)\](\.trajectories\[(\d+)\])?/.exec(path) ?? [];
    const index = groupText === undefined ? undefined : positions[Number(groupText)];
    const sent = groups[index ?? -1]?.rows.filter((row) => isOut[row] === 0) ?? [];
    const row = trajectoryText === undefined ? undefined : rows[sent[Number(trajectoryText)] ?? -1];
    return {
      level: "error",
      path,
      message: msg,
      place: row?.place ?? "",
      groups: index === undefined ? [] : [index],
    };
  });
}
