"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Select } from "@/components/form/select";
import { FailureDetails } from "@/components/state/failure-state";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import { rowsDigest } from "@/lib/dataset/table-address";
import type { Workspace } from "@/lib/workspace/workspace";
import type { OpenTable } from "./prepare-open-table";

/** Number of listed datasets; others open by digest or ref. */
const MAX_DATASETS = 200;

type DatasetSelectProps = { workspace: Workspace; dataset: string | null; onTable: (table: OpenTable) => void };

/** The newest version of each dataset of the project. Empty when there are none. */
export function DatasetSelect({ workspace: { connectionId, projectId }, dataset, onTable }: DatasetSelectProps) {
  const list = useQuery({
    ...serviceQuery(connectionId, "objs.query", {
      project_id: projectId,
      filter: { base_object_classes: ["Dataset"], latest_only: true },
      sort_by: [{ field: "created_at", direction: "desc" }],
      metadata_only: true,
      limit: MAX_DATASETS,
    }),
    retry: false,
  });
  const opening = useMutation({
    mutationFn: async (value: string): Promise<OpenTable> => {
      const colon = value.lastIndexOf(":");
      const { obj } = await callOperation(connectionId, "obj.read", {
        body: {
          project_id: projectId,
          object_id: value.slice(0, colon),
          digest: value.slice(colon + 1),
          metadata_only: false,
        },
      });
      const digest = rowsDigest(obj.val);
      if (digest === null) throw new Error(`${obj.object_id} references no table.`);
      return { digest, dataset: value, rowDigests: [] };
    },
    onSuccess: onTable,
  });
  if (list.isError) {
    return (
      <p role="alert" className="text-small text-warn">
        Could not load datasets: {failureOf(list.error).message} You can still open a table by its digest.
      </p>
    );
  }
  const datasets = list.data?.objs ?? [];
  if (datasets.length === 0) return null;
  const options = datasets.map(({ object_id, digest, version_index }) => ({
    value: `${object_id}:${digest}`,
    label: `${object_id}, v${version_index}`,
  }));
  const isListed = options.some(({ value }) => value === dataset);
  return (
    <>
      <Select
        label="Dataset"
        placeholder="Choose a dataset"
        value={isListed ? (dataset ?? "") : ""}
        options={options}
        onChange={(value) => opening.mutate(value)}
      />
      {opening.isError ? <FailureDetails failure={failureOf(opening.error)} /> : null}
    </>
  );
}
