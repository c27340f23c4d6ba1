"use client";

import { useQuery } from "@tanstack/react-query";
import type { Workspace } from "@/components/layout/use-workspace";
import { readBytes } from "@/lib/api/client/service-client";
import { serviceQuery, serviceQueryKey } from "@/lib/api/client/service-query";
import type { ObjectKey } from "./object-key";

/** One version with its content; null asks for nothing. What stands under a digest never changes. */
export function useObjectValue(workspace: Workspace, object: ObjectKey, name: string | null) {
  const { connectionId, projectId } = workspace;
  const body = { project_id: projectId, object_id: object.id, digest: name ?? "" };
  return useQuery({
    ...serviceQuery(connectionId, "obj.read", body),
    enabled: name !== null,
    structuralSharing: false,
  });
}

/** The bytes of a stored file; null asks for nothing. */
export function useFile(workspace: Workspace, digest: string | null) {
  const { connectionId, projectId } = workspace;
  const body = { project_id: projectId, digest: digest ?? "" };
  return useQuery({
    queryKey: serviceQueryKey(connectionId, "file.content", body),
    queryFn: ({ signal }) => readBytes(connectionId, "file.content", { body, signal }),
    enabled: digest !== null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
