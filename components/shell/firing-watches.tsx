"use client";

import { useQuery } from "@tanstack/react-query";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { watchesQuery } from "@/components/watches/watches-query";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

type FiringWatchesProps = {
  workspace: Workspace;
  /** Identifies the count for the link that it describes. */
  id: string;
};

/**
 * The number of watches and of training runs that fire and that nobody acknowledged, otherwise that of unread notifications;
 * nothing where there are none, or where it is not known.
 */
export function FiringWatches({ workspace, id }: FiringWatchesProps) {
  const { data } = useQuery(watchesQuery(workspace, true));
  const firing = (data?.firing_count ?? 0) + (data?.firing_run_count ?? 0);
  const unread = data?.unread_count ?? 0;
  if (firing === 0 && unread === 0) return null;
  if (firing === 0)
    return (
      <span id={id} className="ml-auto text-micro font-normal text-ink-3 rail:hidden">
        <span className="sr-only">{countOf(unread, "unread notification")}</span>
        <span aria-hidden="true">{formatCount(unread)} new</span>
      </span>
    );
  return (
    <span id={id} className="ml-auto flex items-center gap-1 text-micro font-normal text-err rail:hidden">
      <StatusGlyph status="error" label="" />
      <span className="sr-only">{countOf(firing, "firing watch", "firing watches")}</span>
      <span aria-hidden="true">{formatCount(firing)}</span>
    </span>
  );
}
