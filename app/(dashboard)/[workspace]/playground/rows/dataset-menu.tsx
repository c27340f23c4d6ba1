import { useMutation, useQuery } from "@tanstack/react-query";
import { Database } from "lucide-react";
import { useState } from "react";
import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import { rowsDigest } from "@/lib/dataset/table-address";
import { isMembers } from "@/lib/json/value/members";
import type { Workspace } from "@/lib/workspace/workspace";
import { MAX_ROWS } from "./prepare-row-runs";

const MAX_DATASETS = 200;

type DatasetMenuProps = {
  workspace: Workspace;
  /** Receives the first rows, and one more than the maximum when there are more. */
  onRows: (values: readonly Members[]) => void;
};

/** Loads rows of a dataset that is stored in the workspace. */
export function DatasetMenu({ workspace, onRows }: DatasetMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Datasets in this workspace"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      // It opens from a dialog, which covers everything else.
      className="z-60 w-[300px] max-w-[calc(100vw-24px)]"
      trigger={
        <Button size="small" icon={<Database size={13} strokeWidth={1.7} aria-hidden="true" />}>
          Load dataset
        </Button>
      }
    >
      <DatasetList
        workspace={workspace}
        onRows={(values) => {
          setIsOpen(false);
          onRows(values);
        }}
      />
    </Popover>
  );
}

function DatasetList({ workspace, onRows }: DatasetMenuProps) {
  const { connectionId, projectId } = workspace;
  const list = useQuery(
    serviceQuery(connectionId, "objs.query", {
      project_id: projectId,
      filter: { base_object_classes: ["Dataset"], latest_only: true },
      sort_by: [{ field: "created_at", direction: "desc" }],
      limit: MAX_DATASETS,
    }),
  );
  const read = useMutation({
    mutationFn: async (digest: string) => {
      const body = { project_id: projectId, digest, limit: MAX_ROWS + 1 };
      const { rows } = await callOperation(connectionId, "table.query", { body });
      return rows.flatMap(({ val }) => (isMembers(val) ? [val] : []));
    },
    onSuccess: onRows,
  });
  if (list.isPending) return <Skeleton className="m-2 w-40" />;
  if (list.isError) {
    const failure = failureOf(list.error);
    const text = failure.kind === "unsupported" ? "This connection does not list objects." : failure.message;
    return <p className="p-2 text-err">{text}</p>;
  }
  const datasets = list.data.objs.flatMap(({ object_id: name, version_index: version, val }) => {
    const digest = rowsDigest(val);
    return digest === null ? [] : [{ name, version, digest }];
  });
  if (datasets.length === 0) {
    return <p className="p-2 text-ink-2">No datasets with rows yet.</p>;
  }
  return (
    <>
      {read.isError ? (
        <p role="alert" className="p-2 text-err">
          {failureOf(read.error).message}
        </p>
      ) : null}
      <ul>
        {datasets.map(({ name, version, digest }) => (
          <li key={name}>
            <button
              type="button"
              disabled={read.isPending}
              onClick={() => read.mutate(digest)}
              className="flex h-[26px] w-full items-center gap-2 rounded-chip px-2 text-left hover:bg-hover disabled:text-ink-3 max-md:h-9"
            >
              <span className="min-w-0 truncate text-code">{name}</span>
              <span className="ml-auto flex-none text-ink-3">v{version}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
