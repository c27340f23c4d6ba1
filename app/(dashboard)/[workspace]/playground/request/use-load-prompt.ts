"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReadPrompt, readPrompt } from "@/app/(dashboard)/[workspace]/playground/open/read-prompt";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Workspace } from "@/lib/workspace/workspace";

/** A version of a prompt by its name: `latest`, a digest, or an alias. */
interface NamedVersion {
  readonly name: string;
  readonly version: string;
}

/** Reads versions of prompts. */
export interface PromptLoading {
  readonly load: (version: NamedVersion) => void;
  readonly isLoading: boolean;
  /** Why the last one could not be loaded; null when it was. */
  readonly problem: string | null;
}

/** Reads a version of a prompt and passes it on. */
export function useLoadPrompt(
  { connectionId, projectId }: Workspace,
  onLoad: (read: ReadPrompt) => void,
): PromptLoading {
  const reading = useMutation({
    mutationFn: async ({ name, version }: NamedVersion) => {
      const body = { project_id: projectId, object_id: name, digest: version };
      return (await callOperation(connectionId, "obj.read", { body })).obj;
    },
    onSuccess: (version) => {
      const read = readPrompt(version);
      if (read !== null) onLoad(read);
    },
  });
  const isEmpty = reading.data !== undefined && readPrompt(reading.data) === null;
  return {
    load: reading.mutate,
    isLoading: reading.isPending,
    problem: reading.isError
      ? failureOf(reading.error).message
      : isEmpty
        ? `${reading.data.object_id} v${reading.data.version_index} contains neither messages nor text.`
        : null,
  };
}
