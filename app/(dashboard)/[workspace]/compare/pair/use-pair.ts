"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { CallSummaries } from "@/app/(dashboard)/[workspace]/compare/alignment/use-call-summaries";
import type { SideNode } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { Workspace } from "@/lib/workspace/workspace";

/** Above this size the user must confirm before payloads are loaded and compared. */
const CONFIRM_FROM_CHARACTERS = 4_000_000;

/** The full calls of a selected row: of the base, then of the chosen side. */
interface Pair {
  readonly queries: readonly UseQueryResult<ResultOf<"call.read">>[];
  readonly calls: readonly [Call | null, Call | null];
  /** True when the size needs confirmation. */
  readonly isCached: boolean;
  readonly isAsking: boolean;
  /** Total characters of the payloads. */
  readonly length: number;
  readonly allow: () => void;
}

/** Loads the full calls of a pair, skipping sides without the call. */
export function usePair(
  workspace: Workspace,
  nodes: readonly [SideNode | null, SideNode | null],
  summaries: CallSummaries,
): Pair {
  const [allowed, setAllowed] = useState<string | null>(null);
  const [left, right] = nodes.map((node) => node?.call?.id ?? null) as [string | null, string | null];
  const name = `${left} ${right}`;
  const ids = [left, right].filter((id) => id !== null);
  const probe = useLengths(workspace, ids, summaries.areTooMany);
  const length = ids.reduce((sum, id) => sum + (summaries.lengthOf(id) ?? probe.lengths.get(id) ?? 0), 0);
  const isHeld = (probe.isAsking || length > CONFIRM_FROM_CHARACTERS) && allowed !== name;
  const queries = [useFullCalls(workspace, left, isHeld), useFullCalls(workspace, right, isHeld)] as const;
  const [before, after] = queries.map(({ data }) => data?.call ?? null) as [Call | null, Call | null];
  const calls = useMemo(() => [before, after] as const, [before, after]);
  return {
    queries,
    calls,
    isCached: isHeld && !probe.isAsking,
    isAsking: probe.isAsking,
    length,
    allow: () => setAllowed(name),
  };
}

/** The payload lengths of calls whose previews were not loaded. Services without previews do not report them. */
function useLengths({ connectionId, projectId }: Workspace, ids: readonly string[], isNeeded: boolean) {
  const body = { project_id: projectId, call_ids: [...ids], length: 1 };
  const query = useQuery({
    ...serviceQuery(connectionId, "calls.preview", body),
    enabled: isNeeded && ids.length > 0,
    retry: false,
  });
  const previews = query.data?.previews ?? [];
  return {
    isAsking: query.isLoading,
    lengths: new Map(previews.map((entry) => [entry.id, entry.inputs_length + entry.output_length])),
  };
}

function useFullCalls({ connectionId, projectId }: Workspace, id: string | null, isHeld: boolean) {
  return useQuery({
    ...serviceQuery(connectionId, "call.read", { project_id: projectId, id: id ?? "", include_costs: true }),
    enabled: id !== null && !isHeld,
  });
}
