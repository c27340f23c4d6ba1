"use client";

import { useQuery } from "@tanstack/react-query";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

const REFRESH_INTERVAL_MS = 10_000;

/** More are shown as "99+". */
const MAX_COUNT = 99;

type RunningJobsProps = {
  workspace: Workspace;
  /** Identifies the count for the link that it describes. */
  id: string;
};

/** The number of training jobs of the project that run now; nothing where none runs, or where it is not known. */
export function RunningJobs({ workspace: { connectionId, projectId }, id }: RunningJobsProps) {
  const { data: count = 0 } = useQuery({
    queryKey: serviceQueryKey(connectionId, "trainingJobs.list", { projectId, running: "count" }),
    queryFn: async ({ signal }) => {
      const body = { project_id: projectId, status: "running" as const, limit: MAX_COUNT + 1 };
      return (await callOperation(connectionId, "trainingJobs.list", { body, signal })).data.length;
    },
    // A service without the operation is not asked again.
    refetchInterval: ({ state }) => (state.error === null ? REFRESH_INTERVAL_MS : false),
    retry: false,
  });
  if (count === 0) return null;
  return (
    <span id={id} className="ml-auto flex items-center gap-1 text-micro font-normal text-ink-3 rail:hidden">
      <StatusGlyph status="running" label="" />
      <span className="sr-only">{countOf(count, "running job")}</span>
      <span aria-hidden="true">{count > MAX_COUNT ? `${MAX_COUNT}+` : formatCount(count)}</span>
    </span>
  );
}
