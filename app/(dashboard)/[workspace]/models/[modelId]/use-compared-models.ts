"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { checkpointsQuery } from "@/components/training/models/use-checkpoints";
import { modelQuery } from "@/components/training/models/use-model";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatShortId } from "@/lib/format/identifier";

/** Loads other models next to one: their names and checkpoints as they arrive, and why one could not be loaded. */
export function useComparedModels(connectionId: string, ids: readonly string[]) {
  const lists = useQueries({ queries: ids.map((id) => checkpointsQuery(connectionId, id)) });
  const records = useQueries({ queries: ids.map((id) => modelQuery(connectionId, id)) });
  return useMemo(
    () =>
      ids.map((id, index) => {
        const list = lists[index];
        return {
          id,
          label: records[index]?.data?.name ?? formatShortId(id),
          checkpoints: list?.data ?? [],
          failure: list?.isError ? failureOf(list.error) : null,
        };
      }),
    [ids, lists, records],
  );
}
