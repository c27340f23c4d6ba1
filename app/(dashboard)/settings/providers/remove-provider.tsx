"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useChange } from "@/components/settings/use-change";
import type { ModelProvider } from "./prepare-providers";
import { useClearTest } from "./use-provider-test";

/** Cannot be undone: the key is deleted. */
export function RemoveProvider({ provider, onClose }: { provider: ModelProvider; onClose: () => void }) {
  const { name, title } = provider;
  const forgetTest = useClearTest();
  const remove = useChange({
    operation: "modelProviders.remove",
    doneMessage: () => ({ text: "Provider removed" }),
    onDone: () => {
      forgetTest(name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove settings of ${title}?`}
      description="Its key and headers are deleted. If the service's environment configures this provider, that configuration applies again."
      action="Remove"
      change={remove}
      onConfirm={() => remove.mutate({ name })}
      onClose={onClose}
    />
  );
}
