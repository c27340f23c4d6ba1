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
import { tracesParams } from "./search-params";

/** Requests the first calls of the list in the address before the list is drawn. */
export function useFirstCalls(): ListOpening {
  const [{ q: query, grain, sort }] = useQueryStates(tracesParams);
  const { range } = useTimeRange();
  const [opening] = useState(openList);
  useRequestAhead(({ connectionId, projectId }, queries) => {
    const selection = compileSelection(listSelection({ projectId, query, grain, range }, opening.atMs));
    const request = { connectionId, projectId, selection, sort, ...FIRST_LIST, arriving: opening.arriving };
    void queries.prefetchInfiniteQuery(callListQuery(request));
  });
  return opening;
}
