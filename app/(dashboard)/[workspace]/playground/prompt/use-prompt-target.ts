"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import type { Workspace } from "@/lib/workspace/workspace";
import { latestIn, latestRequest } from "./latest-version";

/** The object that a prompt is saved to. */
export type PromptTarget =
  | { readonly kind: "reading" }
  /** No object has this name. */
  | { readonly kind: "new" }
  | { readonly kind: "prompt"; readonly latest: ObjectVersion }
  | { readonly kind: "other"; readonly latest: ObjectVersion }
  | { readonly kind: "failed"; readonly failure: ServiceFailure };

const TYPING_PAUSE_MS = 300;

/** Reads the latest version of the object with a name, once typing pauses. It is read again each time it is shown. */
export function usePromptTarget(
  { connectionId, projectId }: Workspace,
  name: string,
): PromptTarget & {
  readonly readAgain: () => Promise<unknown>;
} {
  const [settled, setSettled] = useState(name);
  // The outside system is the clock: requests wait for a pause in typing.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(name), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  const query = useQuery({
    ...serviceQuery(connectionId, "objs.query", latestRequest(projectId, settled)),
    enabled: settled !== "",
    // Another user may have saved a version meanwhile, or deleted the latest one.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const readAgain = query.refetch;
  if (settled !== name) return { kind: "reading", readAgain };
  // A failure of a later read replaces the earlier result.
  if (query.isError) return { kind: "failed", failure: failureOf(query.error), readAgain };
  if (!query.data) return { kind: name === "" ? "new" : "reading", readAgain };
  const latest = latestIn(query.data.objs, name);
  if (latest === null) return { kind: "new", readAgain };
  return { kind: readStoredPrompt(latest.val) === null ? "other" : "prompt", latest, readAgain };
}
