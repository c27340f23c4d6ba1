import { useQueryClient } from "@tanstack/react-query";
import { useChange } from "@/components/settings/use-change";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

/** Saves the rules of a project. They are read again also after a failure: another admin may have changed them. */
export function useSaveRules({ connectionId, projectId }: Workspace, doneText: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const { queryKey } = serviceQuery(connectionId, "redaction.read", { project_id: projectId });
  const readAgain = () => void queryClient.invalidateQueries({ queryKey });
  const save = useChange({
    operation: "redaction.set",
    doneMessage: () => ({ text: doneText }),
    onDone: () => {
      readAgain();
      onDone();
    },
  });
  type Options = { readonly onError?: (error: unknown) => void };
  return {
    ...save,
    mutate: (request: Parameters<typeof save.mutate>[0], { onError }: Options = {}) =>
      save.mutate(request, {
        onError: (error) => {
          readAgain();
          onError?.(error);
        },
      }),
  };
}
