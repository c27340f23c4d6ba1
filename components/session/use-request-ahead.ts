"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appQuery } from "@/lib/api/client/app-client";
import type { Workspace } from "@/lib/workspace/workspace";
import { useWorkspaceSlug } from "./use-workspace";

/**
 * Requests the first data of a page once, as soon as the workspace of its address is known. On a page that the server
 * rendered that is while it is hydrated, before anything of the workspace is drawn: the request then does not wait for
 * the page.
 *
 * @param request puts queries into the cache under the keys that the page reads; called while the view is rendered
 */
export function useRequestAhead(request: (workspace: Workspace, queries: QueryClient) => void): void {
  const slug = useWorkspaceSlug();
  const queries = useQueryClient();
  useState(() => {
    // Not through `useWorkspaces`, which has none during hydration. On the server the cache is empty.
    const workspaces = queries.getQueryData(appQuery("workspaces.list", {}).queryKey)?.workspaces;
    const workspace = workspaces?.find((each) => each.slug === slug);
    if (workspace !== undefined) request(workspace, queries);
    return null;
  });
}
