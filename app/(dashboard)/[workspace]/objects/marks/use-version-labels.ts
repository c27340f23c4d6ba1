"use client";

import { useQuery } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { Workspace } from "@/lib/workspace/workspace";

/** The tags and aliases of the versions of a project. */
export interface VersionLabels {
  /** Whether the service supports tags and aliases; null until this is determined. */
  readonly isSupported: boolean | null;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
}

const none: readonly string[] = [];

/** Loads the existing tags and aliases; a service that supports neither receives no other requests for them. */
export function useVersionLabels({ connectionId, projectId }: Workspace): VersionLabels {
  const query = { project_id: projectId };
  const tags = useQuery({
    queryKey: serviceQueryKey(connectionId, "tags.list", query),
    queryFn: ({ signal }) => callOperation(connectionId, "tags.list", { query, signal }),
  });
  const aliases = useQuery({
    queryKey: serviceQueryKey(connectionId, "aliases.list", query),
    queryFn: ({ signal }) => callOperation(connectionId, "aliases.list", { query, signal }),
  });
  const isKnown = !tags.isPending && !aliases.isPending;
  return {
    isSupported: isKnown ? tags.data !== undefined && aliases.data !== undefined : null,
    tags: tags.data?.tags ?? none,
    aliases: aliases.data?.aliases ?? none,
  };
}
