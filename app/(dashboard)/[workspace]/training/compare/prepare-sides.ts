import { DYES } from "@/components/chart/prepare-series";
import type { FollowState } from "@/components/training/job-follower";
import { statusFromEvents } from "@/components/training/prepare-job-progress";
import type { JobStatus } from "@/lib/api/contract/training";
import { shortIdentifier } from "@/lib/format/identifier";
import type { JobRecord } from "../prepare-jobs";
import type { FollowedJob } from "./follower-set";
import type { OverlayJob } from "./prepare-overlay";

/** A job among those that are compared. */
export interface Side extends OverlayJob {
  readonly name: string;
  readonly shortId: string;
  readonly status: JobStatus;
  readonly state: FollowState;
}

/** Jobs in the order of the address, which gives each its dye. Two of the same model are told apart by their ids. */
export function sidesOf(jobs: readonly FollowedJob[], records: readonly (JobRecord | null)[]): readonly Side[] {
  return jobs.map(({ id, state }, index) => {
    const record = records.find((candidate) => candidate?.id === id) ?? null;
    const { log } = state;
    const [name, shortId] = [record?.model_name ?? "job", shortIdentifier(id)];
    return {
      ...{ id, name, shortId, state, table: log.metrics, label: `${name} ${shortId}` },
      color: DYES[index % DYES.length] ?? DYES[0],
      status: record?.status ?? statusFromEvents(log.last === null ? [] : [log.last]),
    };
  });
}

/** The jobs whose lines are drawn: all but the hidden ones; never none. */
export function drawnSides(sides: readonly Side[], hidden: readonly string[]): readonly Side[] {
  const shown = sides.filter(({ id }) => !hidden.includes(id));
  return shown.length === 0 ? sides : shown;
}
