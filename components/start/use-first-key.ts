"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";

interface FirstKey {
  readonly key: string;
  /** The project that the key is limited to; null where its name cannot be used as a limit. */
  readonly project: string | null;
}

/** The creation of the first key, and the key while the page is open. */
export interface FirstKeyControl {
  readonly isCreating: boolean;
  readonly error: Error | null;
  readonly create: () => void;
  /** Null until created, and when the key is not valid for the project. */
  readonly created: FirstKey | null;
  readonly isShown: boolean;
  readonly setIsShown: (isShown: boolean) => void;
}

/**
 * Creates a key for a project on request. It stays only in this page: after leaving, the user can create another one
 * and revoke this one under API keys.
 */
export function useFirstKey(projectId: string): FirstKeyControl {
  const queryClient = useQueryClient();
  const [isShown, setIsShown] = useState(false);
  const creation = useMutation({
    mutationFn: async (): Promise<FirstKey> => {
      const { keyProjects } = await import("@/lib/api/contract/admin/service-keys");
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
  const { data } = creation;
  // A key created before the project name changed is not valid for the new name.
  const created = data && (data.project === null || data.project === projectId) ? data : null;
  return {
    isCreating: creation.isPending,
    error: creation.error,
    create: () => creation.mutate(),
    created,
    isShown,
    setIsShown,
  };
}
