"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import {
  FIRST_LIST,
  type ListOpening,
  listSelection,
  openList,
} from "@/app/(dashboard)/[workspace]/traces/list/list-opening";
import { callListQuery } from "@/app/(dashboard)/[workspace]/traces/list/use-call-list";
import { useTimeRange } from "@/components/address/use-time-range";
import { useRequestAhead } from "@/components/session/use-request-ahead";
import { compileSelection } from "@/lib/calls/calls-query";
import { appliedSource } from "@/lib/calls/source-choice";
import { tracesParams } from "./search-params";

/** Requests the first calls of the list in the address before the list is drawn. */
export function useFirstCalls(): ListOpening {
  const [{ q: query, source: chosen, grain, sort }] = useQueryStates(tracesParams);
  const { range } = useTimeRange();
  const [opening] = useState(openList);
  useRequestAhead((workspace, queries) => {
    const { connectionId, projectId } = workspace;
    const source = appliedSource(workspace, chosen);
    const isPlain = workspace.knowsSources !== true;
    const asked = listSelection({ projectId, query, source, isPlain, grain, range }, opening.atMs);
    const selection = compileSelection(asked);
    const request = { connectionId, projectId, selection, sort, ...FIRST_LIST, arriving: opening.arriving };
    void queries.prefetchInfiniteQuery(callListQuery(request));
  });
  return opening;
}
