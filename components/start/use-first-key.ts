"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { keyProjects } from "@/lib/api/contract/admin/service-keys";

export interface FirstKey {
  readonly key: string;
  /** The project that the key is limited to; null where its name cannot be used as a limit. */
  readonly project: string | null;
}

/**
 * Creates a key for a project on request. It stays only in this page: after leaving, the user can create another one
 * and revoke this one under API keys.
 */
export function useFirstKey(projectId: string) {
  const queryClient = useQueryClient();
  const [isShown, setIsShown] = useState(false);
  const making = useMutation({
    mutationFn: async (): Promise<FirstKey> => {
      const isLimited = keyProjects.safeParse([projectId]).success;
      const projects = isLimited ? [projectId] : null;
      const { key } = await callApp("serviceKeys.create", {
        name: `first call to ${projectId}`.slice(0, 128),
        projects,
      });
      return { key, project: isLimited ? projectId : null };
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: appQueryKey("serviceKeys.list") }),
  });
  const { data } = making;
  // A key created before the project name changed is not valid for the new name.
  const made = data && (data.project === null || data.project === projectId) ? data : null;
  return { making, made, isShown, setIsShown };
}
