"use client";

import { useQuery } from "@tanstack/react-query";
import { tableStatsQuery } from "@/app/(dashboard)/[workspace]/tables/stream/use-table-stats";
import { useNow } from "@/components/browser/use-now";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { rowsDigest, shortDigest } from "@/lib/dataset/table-address";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";
import { FirstRowPreview } from "./first-row-preview";
import { isFirstRowSmall } from "./prepare-first-row";

type DatasetRowProps = {
  workspace: Workspace;
  dataset: ObjectVersion;
  onOpen: (digest: string, dataset: string) => void;
};

/** The row count and the first row, which are not in the object's metadata, are loaded separately for each dataset. */
export function DatasetRow({ workspace, dataset, onOpen }: DatasetRowProps) {
  const nowMs = useNow();
  const { object_id: name, digest: version, created_at } = dataset;
  const read = useQuery({
    ...serviceQuery(workspace.connectionId, "obj.read", {
      project_id: workspace.projectId,
      object_id: name,
      digest: version,
      metadata_only: false,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const digest = read.data ? rowsDigest(read.data.obj.val) : null;
  const createdMs = parseTime(created_at);
  return (
    <tr className="[&>td]:h-8 [&>td]:truncate [&>td]:border-b [&>td]:border-line [&>td]:px-2 [&>td:first-child]:pl-4 hover:[&>td]:bg-hover max-md:[&>td]:h-11">
      <td>
        {digest === null ? (
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            <span className="truncate text-ink-3">
              {read.isPending ? "" : read.isError ? failureOf(read.error).message : "has no table"}
            </span>
          </span>
        ) : (
          <button
            type="button"
            onClick={() => onOpen(digest, `${name}:${version}`)}
            className="h-6 max-w-full truncate font-medium text-accent-text hover:underline max-md:h-9"
          >
            {name}
          </button>
        )}
      </td>
      <td>v{dataset.version_index}</td>
      {digest === null ? (
        <>
          <td className="text-right">{read.isPending ? <Skeleton className="w-8" /> : "–"}</td>
          <td className="text-right max-md:hidden">{read.isPending ? <Skeleton className="w-8" /> : "–"}</td>
          <td className="max-md:hidden">{read.isPending ? <Skeleton className="w-40" /> : "–"}</td>
        </>
      ) : (
        <TableFigures workspace={workspace} digest={digest} />
      )}
      <td className="text-code text-ink-2 max-lg:hidden" title={digest ?? undefined}>
        {digest === null ? "–" : shortDigest(digest)}
      </td>
      <td className="text-right text-ink-2 max-md:hidden" title={formatFullTime(createdMs)}>
        {formatAgo(createdMs, nowMs)}
      </td>
    </tr>
  );
}

function TableFigures({ workspace, digest }: { workspace: Workspace; digest: string }) {
  const { data, isPending } = useQuery(tableStatsQuery(workspace, digest));
  const rowCount = data?.rowCount ?? null;
  const byteCount = data?.byteCount ?? null;
  return (
    <>
      <td className="text-right">{isPending ? <Skeleton className="w-8" /> : formatCount(rowCount)}</td>
      <td className="text-right max-md:hidden">{isPending ? <Skeleton className="w-8" /> : formatBytes(byteCount)}</td>
      <td className="max-md:hidden">
        {isPending ? (
          <Skeleton className="w-40" />
        ) : isFirstRowSmall(rowCount, byteCount) ? (
          <FirstRowPreview workspace={workspace} digest={digest} />
        ) : (
          <span className="text-ink-3">rows too large for a preview</span>
        )}
      </td>
    </>
  );
}
