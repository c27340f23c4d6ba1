"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "@/components/ui/toast";
import { callApp } from "@/lib/api/client/app-client";
import type { AppOperationId, AppRequestOf, AppResultOf } from "@/lib/api/contract/app/app-operations";

interface Change<Id extends AppOperationId> {
  readonly operation: Id;
  /** The message after success; may depend on the response. */
  readonly doneMessage: (result: AppResultOf<Id>) => { readonly text: string; readonly tone?: "ok" | "warning" };
  readonly onDone: () => void;
}

/** A change made in a dialog: sends it, refreshes the lists, shows a message, and closes the dialog. */
export function useChange<Id extends AppOperationId>({ operation, doneMessage, onDone }: Change<Id>) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (input: AppRequestOf<Id>) => callApp(operation, input),
    onSuccess: async (result) => {
      await queryClient.invalidateQueries({ queryKey: ["app"] });
      const { text, tone } = doneMessage(result);
      toast(text, tone);
      onDone();
    },
  });
}
