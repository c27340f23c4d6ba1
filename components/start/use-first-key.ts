"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { keyProjects } from "@/lib/api/contract/admin/service-keys";

export interface FirstKey {
  readonly key: string;
  /** The project that it is limited to; null where its name cannot stand in a limit. */
  readonly project: string | null;
}

/**
 * Makes a key for a project, when a person asks for it. It is kept in this page alone: who leaves it makes another one,
 * and can revoke this one among the keys.
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
  // A key that was made before the project got another name is not one for it.
  const made = data && (data.project === null || data.project === projectId) ? data : null;
  return { making, made, isShown, setIsShown };
}
