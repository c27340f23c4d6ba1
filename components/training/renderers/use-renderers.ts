"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { appQuery, appQueryKey, callApp } from "@/lib/api/client/app-client";
import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";

/** The renderers of a workspace. */
export function useRenderers(workspaceId: string) {
  return useQuery(appQuery("renderers.list", { workspaceId }));
}

/** A mutation of renderers that completes once the list is refreshed. */
export function useRendererChange<Id extends "renderers.save" | "renderers.delete">(
  operation: Id,
  onDone: () => void = () => undefined,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: AppRequestOf<Id>) => callApp(operation, input),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: appQueryKey("renderers.list") });
      await queryClient.invalidateQueries({ queryKey: appQueryKey("renderers.read") });
      onDone();
    },
  });
}
