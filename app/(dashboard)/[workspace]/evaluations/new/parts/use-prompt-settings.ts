"use client";

import { useQueries } from "@tanstack/react-query";
import type { EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";
import { type PromptSettings, promptSettings } from "@/components/evaluation/setup/prompt-settings";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { parseRefTarget } from "@/lib/object/object-ref";
import type { Workspace } from "@/lib/workspace/workspace";

/** The settings of the versions that a draft evaluates, by ref. */
export interface PromptSettingsState {
  readonly byRef: ReadonlyMap<string, PromptSettings>;
  /** Failures by ref. A version that does not exist is none: the estimate says so at its model. */
  readonly failures: ReadonlyMap<string, ServiceFailure>;
  /** True once the settings of all versions are known. */
  readonly isComplete: boolean;
  readonly retry: () => void;
}

/** Reads the settings of the versions of prompts that a draft evaluates. */
export function usePromptSettings({ connectionId, projectId }: Workspace, draft: EvaluationDraft): PromptSettingsState {
  const refs = [...new Set(draft.models.flatMap(({ promptRef }) => promptRef ?? []))].flatMap((ref) => {
    const target = parseRefTarget(ref);
    return target?.type === "object" ? [{ ref, objectId: target.key.id, digest: target.digest }] : [];
  });
  const reads = useQueries({
    queries: refs.map(({ objectId, digest }) => ({
      ...serviceQuery(connectionId, "obj.read", { project_id: projectId, object_id: objectId, digest }),
      retry: false,
      // A failure that was just seen is shown, with a button.
      retryOnMount: false,
    })),
  });
  const byRef = new Map<string, PromptSettings>();
  const failures = new Map<string, ServiceFailure>();
  for (const [index, { data, error }] of reads.entries()) {
    const ref = refs[index]?.ref ?? "";
    const failure = error ? failureOf(error) : null;
    if (data) byRef.set(ref, promptSettings(data.obj.val));
    else if (failure && failure.kind !== "not-found") failures.set(ref, failure);
  }
  return {
    byRef,
    failures,
    isComplete: failures.size === 0 && reads.every(({ isPending }) => !isPending),
    retry: () => {
      for (const read of reads) if (read.isError) void read.refetch();
    },
  };
}
