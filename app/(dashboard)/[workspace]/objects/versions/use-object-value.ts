"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ObjectKey } from "@/lib/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";

/** Loads one version with its content; null loads nothing. The content of a digest never changes. */
export function useObjectValue(workspace: Workspace, object: ObjectKey, name: string | null) {
  const { connectionId, projectId } = workspace;
  const body = { project_id: projectId, object_id: object.id, digest: name ?? "" };
  return useQuery({
    ...serviceQuery(connectionId, "obj.read", body),
    enabled: name !== null,
    structuralSharing: false,
  });
}
