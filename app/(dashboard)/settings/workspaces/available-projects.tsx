"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { useNow } from "@/components/browser/use-now";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";

const REFRESH_INTERVAL_MS = 5000;

type AvailableProjectsProps = { connectionId: string; isEditable: boolean; onAdd: (projectId: string) => void };

/** The projects of the connection: one click creates a workspace. New projects appear when clients log to them. */
export function AvailableProjects({ connectionId, isEditable, onAdd }: AvailableProjectsProps) {
  const nowMs = useNow(5000);
  const query = useQuery({
    ...appQuery("workspaces.offered", { connectionId }),
    refetchInterval: ({ state }) => (state.status === "error" ? false : REFRESH_INTERVAL_MS),
  });
  const failure = query.isError ? failureOf(query.error) : null;
  return (
    <div className="border-t border-line">
      <h3 className="px-4 pt-2.5 pb-1.5 text-micro font-medium text-ink-3 max-md:px-3">Projects of this connection</h3>
      {query.isPending ? (
        <div className="grid gap-3 px-4 py-2 max-md:px-3">
          <Skeleton className="w-40" />
          <Skeleton className="w-52" />
        </div>
      ) : failure?.kind === "unsupported" ? (
        <p className="px-4 pb-4 text-small text-ink-2 max-md:px-3">
          This service cannot list its projects. Enter the project's name above.
        </p>
      ) : failure ? (
        <FailureState failure={failure} onRetry={() => void query.refetch()} />
      ) : query.data?.projects.length === 0 ? (
        <p className="px-4 pb-4 text-small text-ink-2 max-md:px-3">
          No projects yet. A project is created by its first call.
        </p>
      ) : (
        <ul>
          {query.data?.projects.map((project) => (
            <li
              key={project.projectId}
              className="flex h-11 items-center gap-3 border-b border-line pr-2 pl-4 text-small max-md:pl-3 first:border-t"
            >
              <span className="min-w-0 grow">
                <span className="block truncate text-code">{project.projectId}</span>
                <span className="block text-micro text-ink-3">
                  {[
                    project.callCount === null ? null : countOf(project.callCount, "call"),
                    project.lastCallAt === null ? null : formatAgo(parseTime(project.lastCallAt), nowMs),
                  ]
                    .filter((fact) => fact !== null)
                    .join(", ")}
                </span>
              </span>
              {project.workspaceSlug === null ? (
                <Button
                  size="small"
                  disabled={!isEditable}
                  onClick={() => onAdd(project.projectId)}
                  icon={<Plus size={12} strokeWidth={2} aria-hidden="true" />}
                >
                  Add
                </Button>
              ) : (
                <Button asChild kind="ghost" size="small">
                  <Link href={`/${project.workspaceSlug}/traces`}>Open</Link>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
