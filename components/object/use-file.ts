"use client";

import { useQuery } from "@tanstack/react-query";
import { readOperationResultBytes } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { Workspace } from "@/lib/workspace/workspace";

/** The project that the file belongs to. */
export type ProjectAddress = Pick<Workspace, "connectionId" | "projectId">;

/** Loads the bytes of a stored file; null loads nothing. The content of a digest never changes. */
export function useFile({ connectionId, projectId }: ProjectAddress, digest: string | null) {
  const body = { project_id: projectId, digest: digest ?? "" };
  return useQuery({
    queryKey: serviceQueryKey(connectionId, "file.content", body),
    queryFn: ({ signal }) => readOperationResultBytes(connectionId, "file.content", { body, signal }),
    enabled: digest !== null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
