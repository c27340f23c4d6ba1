import type { JobRecord, JobStatus } from "@/lib/api/contract/training/training-jobs";
import { SERIES_COLORS } from "@/lib/chart/series";
import { formatShortId } from "@/lib/format/identifier";
import type { FollowState } from "@/lib/training/events/job-follower";
import { statusFromEvents } from "@/lib/training/jobs/job-progress";
import type { FollowedJob } from "./follower-set";
import type { OverlayJob } from "./prepare-overlay";

/** One of the compared jobs. */
export interface ComparedJob extends OverlayJob {
  readonly name: string;
  readonly shortId: string;
  readonly status: JobStatus;
  readonly state: FollowState;
}

/** Returns short ids, or whole ones where two of them are equal. */
export function distinctIds(ids: readonly string[]): readonly string[] {
  const short = ids.map(formatShortId);
  return new Set(short).size === ids.length ? short : ids;
}

/**
 * Returns the jobs in the order of the URL, which assigns the colors. Two of the same model are distinguished by their
 * ids.
 */
export function comparedJobs(
  jobs: readonly FollowedJob[],
  records: readonly (JobRecord | null)[],
): readonly ComparedJob[] {
  const shortIds = distinctIds(jobs.map(({ id }) => id));
  return jobs.map(({ id, state }, index) => {
    const record = records.find((candidate) => candidate?.id === id) ?? null;
    const { log } = state;
    const [name, shortId] = [record?.model_name ?? "job", shortIds[index] ?? id];
    return {
      id,
      name,
      shortId,
      state,
      table: log.metrics,
      label: `${name} ${shortId}`,
      color: SERIES_COLORS[index % SERIES_COLORS.length] ?? SERIES_COLORS[0],
      status: record?.status ?? statusFromEvents(log.last === null ? [] : [log.last]),
    };
  });
}

/** Returns the jobs whose lines are drawn: all but the hidden ones, and never none. */
export function visibleJobs(sides: readonly ComparedJob[], hidden: readonly string[]): readonly ComparedJob[] {
  const shown = sides.filter(({ id }) => !hidden.includes(id));
  return shown.length === 0 ? sides : shown;
}
