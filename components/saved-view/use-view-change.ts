"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";

type ViewChange = "views.create" | "views.update" | "views.delete" | "views.setDefault";

/** A mutation of saved views that completes once the list is refreshed. */
export function useViewChange<Id extends ViewChange>(operation: Id, onDone: () => void = () => undefined) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (input: AppRequestOf<Id>) => callApp(operation, input),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: appQueryKey("views.list") });
      // A prefetched page may open with another view than it would now.
      router.refresh();
      onDone();
    },
  });
}
