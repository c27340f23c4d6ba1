"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import { callApp } from "@/lib/api/client/app-client";
import { PasswordField } from "./password-field";
import { usePasswordConfirmation } from "./use-password-confirmation";

/** Makes sign-in ask for the password only. */
export function DisableSecondFactor({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const { password, setPassword, change, error, messages } = usePasswordConfirmation(
    (input) => callApp("secondFactor.disable", input),
    () => {
      toast("Two-factor authentication is off");
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title="Turn off two-factor authentication?"
      description="Sign-in then asks for the password only. The authenticator app and the recovery codes stop working."
      action="Turn off"
      isReady={password !== ""}
      change={change}
      messages={messages}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <PasswordField value={password} error={error} onChange={setPassword} />
    </ConfirmDialog>
  );
}
