"use client";

import { useQuery } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatBytes } from "@/lib/format/bytes";
import { countOf } from "@/lib/format/count";

/** What a limit on the age of a project's calls would free now; nothing is removed. */
export function FreedBytes({ projectId, days }: { projectId: string; days: number }) {
  const limits = { project_id: projectId, max_age_days: days, max_bytes: null };
  const { data, error } = useQuery(serviceQuery("local", "retention.preview", limits));
  if (error) {
    return (
      <span className="text-err" title={failureOf(error).message}>
        failed
      </span>
    );
  }
  if (data === undefined) return <span className="text-ink-3">…</span>;
  if (data.calls === 0) return <span className="text-ink-3">nothing</span>;
  return <span title={countOf(data.calls, "call")}>{formatBytes(data.bytes)}</span>;
}
