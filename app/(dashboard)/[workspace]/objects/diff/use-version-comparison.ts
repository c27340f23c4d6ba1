"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { contentOf } from "@/app/(dashboard)/[workspace]/objects/content/prepare-content";
import { useObjectValue } from "@/app/(dashboard)/[workspace]/objects/versions/use-object-value";
import { type NamedValue, useComparison } from "@/components/diff/use-comparison";
import { useFile } from "@/components/object/use-file";
import { failureOf } from "@/lib/api/client/request-failure";
import { openResponse } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { compareTexts } from "@/lib/diff/compare-texts";
import type { DiffMode, ValueComparison } from "@/lib/diff/compare-values";
import type { ObjectKey } from "@/lib/object/object-key";
import { promptText } from "@/lib/object/prompt-text";
import type { Workspace } from "@/lib/workspace/workspace";

/** Up to this size two values are parsed and compared in the page, since starting a worker takes longer. */
const SMALL_BYTES = 200_000;

const CACHE_TIME_MS = 60_000;

interface Sides {
  readonly a: string | null;
  readonly b: string | null;
  /** Total size of both values, as far as it is available. */
  readonly bytes: number | null;
  readonly as: DiffMode;
  /** True while the values wait for the user to confirm loading them. */
  readonly isCached: boolean;
}

export interface VersionComparison {
  /** Undefined until both versions are read and compared. */
  readonly data: ValueComparison | undefined;
  readonly failure: ServiceFailure | null;
  /** The side that could not be read, when it can be determined. */
  readonly failed: string | null;
  readonly retry: () => void;
}

/** Compares two versions: small values and the source of ops in the page, everything else in a worker. */
export function useVersionComparison(workspace: Workspace, object: ObjectKey, sides: Sides): VersionComparison {
  const { a, b, bytes, as, isCached: isHeld } = sides;
  const isSmall = object.kind === "op" || (bytes !== null && bytes <= SMALL_BYTES);
  const left = useSide(workspace, object, isHeld || !isSmall ? null : a, as);
  const right = useSide(workspace, object, isHeld || !isSmall ? null : b, as);
  const here = useComparison(left.value, right.value, as);
  const { connectionId, projectId } = workspace;
  const { id } = object;
  const there = useQuery({
    queryKey: ["service", connectionId, "comparison", projectId, id, a, b, as],
    queryFn: ({ signal }) => {
      const open = (digest: string) => (stop: AbortSignal) =>
        openResponse(connectionId, "obj.read", {
          body: { project_id: projectId, object_id: id, digest },
          signal: stop,
        });
      return compareTexts({ left: open(a ?? ""), right: open(b ?? ""), mode: as, path: ["obj", "val"] }, signal);
    },
    enabled: !isSmall && !isHeld && a !== null && b !== null && a !== b,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_TIME_MS,
    structuralSharing: false,
  });
  const failed = [left, right].find(({ failure }) => failure !== null);
  if (isSmall && failed) return { data: undefined, failure: failed.failure, failed: failed.name, retry: failed.retry };
  const result = isSmall ? here : there;
  return {
    data: result.data,
    failure: result.isError ? failureOf(result.error) : null,
    failed: null,
    retry: () => void result.refetch(),
  };
}

/** The content of one side: the value of its version, or the source when the version is an op. */
function useSide(workspace: Workspace, object: ObjectKey, name: string | null, as: DiffMode) {
  const read = useObjectValue(workspace, object, name);
  const val = read.data?.obj.val;
  const content = useMemo(() => contentOf(val), [val]);
  const isSource = as === "text" && content.type === "code";
  const file = useFile(workspace, isSource ? content.file.digest : null);
  const digest = read.data?.obj.digest;
  const value = useMemo((): NamedValue | null => {
    if (digest === undefined) return null;
    const text = as === "text" ? promptText(val) : null;
    if (text !== null) return { key: `${digest} text`, value: text };
    if (!isSource) return { key: digest, value: val };
    return file.data ? { key: `${digest} source`, value: new TextDecoder().decode(file.data) } : null;
  }, [digest, isSource, as, val, file.data]);
  const failed = [read, file].find((query) => query.isError);
  return {
    name,
    value,
    failure: failed ? failureOf(failed.error) : null,
    retry: () => void failed?.refetch(),
  };
}
