"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ResultList, ResultsRequest } from "@/components/evaluation/results/use-results";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";

/** The example that the address names. */
export type ChosenExample =
  | { readonly kind: "none" | "loading" | "missing"; readonly row: null; readonly index: -1 }
  | {
      readonly kind: "failed";
      readonly row: null;
      readonly index: -1;
      readonly failure: ServiceFailure;
      readonly retry: () => void;
    }
  /** The index is -1 while it is unknown, and where the filters leave the example out. */
  | { readonly kind: "found"; readonly row: EvaluationResultRow; readonly index: number };

/** What is known of a chosen example, and the lists that it is known of. */
interface Spot {
  readonly row: EvaluationResultRow;
  readonly index: number;
  readonly listId: string;
  readonly runsId: string;
}

/** The request for the example of a key and its index in a list. */
export const exampleQuery = (connectionId: string, request: ResultsRequest, key: string) =>
  serviceQuery(connectionId, "evaluations.results", { ...request, limit: 1, find: { key } });

const nothing = { row: null, index: -1 } as const;

/**
 * Returns the example of a key: from the list where its page is loaded, otherwise from the service, also when the
 * filters leave it out. It stays while its page is out of view and while another list loads.
 *
 * @param key null when none is chosen
 */
export function useChosenExample(
  connectionId: string,
  request: ResultsRequest,
  list: ResultList,
  key: string | null,
): ChosenExample {
  const [kept, setKept] = useState<Spot | null>(null);
  const listId = JSON.stringify(request);
  const runsId = JSON.stringify([request.run_ids, request.align_by]);
  const loaded = loadedSpot(list, key);
  const isKept = kept?.row.key === key && kept?.listId === listId;
  const query = useQuery({
    ...exampleQuery(connectionId, request, key ?? ""),
    enabled: key !== null && loaded === null && !isKept && !list.isPending && !list.isPrevious && list.failure === null,
  });
  const found = key === null ? null : query.data?.found;
  const spot = loaded ?? (isKept ? kept : null) ?? (found ? { row: found.row, index: found.index ?? -1 } : null);
  if (spot !== null && (kept?.row !== spot.row || kept.index !== spot.index || kept.listId !== listId)) {
    setKept({ ...spot, listId, runsId });
  }
  if (key === null) return { kind: "none", ...nothing };
  if (spot !== null) return { kind: "found", row: spot.row, index: spot.index };
  if (kept?.row.key === key && kept.runsId === runsId) return { kind: "found", row: kept.row, index: -1 };
  // The list itself shows its failure.
  if (list.failure !== null) return { kind: "none", ...nothing };
  if (query.isError) {
    return { kind: "failed", ...nothing, failure: failureOf(query.error), retry: () => void query.refetch() };
  }
  return { kind: found === null ? "missing" : "loading", ...nothing };
}

function loadedSpot(list: ResultList, key: string | null): Pick<Spot, "row" | "index"> | null {
  const index = key === null || list.isPrevious ? -1 : list.loadedIndexOf(key);
  const row = index < 0 ? null : list.lineAt(index).row;
  return row === null ? null : { row, index };
}
