"use client";

import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { firstRowMembers } from "./prepare-first-row";

/** The first row of a table in one line: `question Where is HAT170? · n 3`. */
export function FirstRowPreview({ workspace, digest }: { workspace: Workspace; digest: string }) {
  const { data, error, isPending } = useQuery({
    ...serviceQuery(workspace.connectionId, "table.query", { project_id: workspace.projectId, digest, limit: 1 }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isPending) return <Skeleton className="w-40" />;
  if (error) return <span className="text-ink-3">{failureOf(error).message}</span>;
  const [row] = data.rows;
  if (!row) return <span className="text-ink-3">no rows</span>;
  const members = firstRowMembers(row.val);
  return (
    <span title={members.map(({ name, text }) => (name === "" ? text : `${name}: ${text}`)).join("\n")}>
      {members.map(({ name, text }) => (
        <span key={name} className="mr-3">
          {name === "" ? null : <span className="mr-1.5 text-code text-ink-3">{name}</span>}
          <span className="text-ink-2">{text}</span>
        </span>
      ))}
    </span>
  );
}
