import { quoteValue } from "@/lib/filter/query-text";
import type { TrajectoryOrigin } from "@/lib/training/trajectories/trajectory-origin";
import { threadHref } from "./thread-href";
import { allCallsHref } from "./traces-href";

/** Returns the page of the thread, trace or row that a trajectory was created from. */
export function originHref(slug: string, { kind, id, table }: TrajectoryOrigin): string {
  if (kind === "thread") return threadHref(slug, id);
  if (kind === "row") return `/${slug}/tables?${new URLSearchParams({ digest: table ?? "", rows: id })}`;
  return allCallsHref(slug, `trace:${quoteValue(id)}`);
}

/** Returns the page that lists the completions of a model or checkpoint through the service. */
export function completionsHref(slug: string, address: string): string {
  return allCallsHref(slug, `inputs.model:${quoteValue(address)}`);
}

/** Returns the page of one trajectory of a job. */
export function rolloutHref(slug: string, jobId: string, place: { group: number; trajectory: number }): string {
  const search = new URLSearchParams({ group: String(place.group), trajectory: String(place.trajectory) });
  return `/${slug}/training/${encodeURIComponent(jobId)}/rollouts?${search}`;
}
