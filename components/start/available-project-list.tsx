"use client";

import { ArrowRight } from "lucide-react";
import type { z } from "zod";
import { useNow } from "@/components/browser/use-now";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import type { availableProject } from "@/lib/api/contract/app/workspaces";
import { countOf } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";

export type AvailableProject = z.infer<typeof availableProject>;

type AvailableProjectListProps = {
  projects: readonly AvailableProject[];
  /** Opens a project; undefined where the user may not create a workspace. */
  onOpen: ((projectId: string) => void) | undefined;
  openingId: string | null;
};

/** The projects of a service, each opened with one click. */
export function AvailableProjectList({ projects, onOpen, openingId }: AvailableProjectListProps) {
  const nowMs = useNow(10_000);
  return (
    <ul className="w-full border-t border-line text-left">
      {projects.map(({ projectId, callCount, lastCallAt, workspaceSlug }) => (
        <li key={projectId} className="flex min-h-10 items-center gap-3 border-b border-line py-1">
          <StatusGlyph status="ok" label="" />
          <span className="min-w-0 flex-1">
            <b className="block truncate" title={projectId}>
              {projectId}
            </b>
            <span className="block truncate text-micro text-ink-3">
              {factsOf(callCount, parseTime(lastCallAt), nowMs)}
            </span>
          </span>
          {workspaceSlug === null && onOpen ? (
            <Button
              size="small"
              isBusy={openingId === projectId}
              disabled={openingId !== null}
              aria-label={`Open ${projectId}`}
              onClick={() => onOpen(projectId)}
            >
              Open
              <ArrowRight size={13} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          ) : null}
          {workspaceSlug === null ? null : <span className="text-small text-ink-3">workspace {workspaceSlug}</span>}
        </li>
      ))}
    </ul>
  );
}

function factsOf(callCount: number | null, lastCallMs: number | null, nowMs: number): string {
  const facts = [
    callCount === null ? null : countOf(callCount, "call"),
    lastCallMs === null ? null : `last ${formatAgo(lastCallMs, nowMs)}`,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? "call activity unavailable" : facts.join(", ");
}
