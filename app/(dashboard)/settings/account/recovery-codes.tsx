"use client";

import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { callApp } from "@/lib/api/client/app-client";
import { PasswordField } from "./password-field";
import { usePasswordConfirmation } from "./use-password-confirmation";

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <ViewDialog
      title="Recovery codes"
      description="Each signs you in once without the authenticator app. Store them where the app is not."
      closeLabel="Done"
      onClose={onClose}
    >
      <div className="grid gap-2.5">
        <div className="flex items-start gap-1 rounded-control border border-line-strong bg-sunken py-1.5 pr-1 pl-2">
          <ul data-shown-once="recovery codes" className="grid min-w-0 grow gap-0.5 text-code select-all">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CopyButton text={codes.join("\n")} label="Copy recovery codes" copiedMessage="Recovery codes copied" />
        </div>
        <Callout tone="warn">These codes are shown only once. Copy them before you close this dialog.</Callout>
      </div>
    </ViewDialog>
  );
}

/** Replaces the recovery codes and shows the new ones once. */
export function ReplaceRecoveryCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { password, setPassword, change, error, messages } = usePasswordConfirmation(
    (input) => callApp("secondFactor.newRecoveryCodes", input),
    ({ recoveryCodes }) => setCodes(recoveryCodes),
  );
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title="Create new recovery codes?"
      description="The codes that you have stop working."
      action="Create codes"
      isReady={password !== ""}
      change={change}
      messages={messages}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <PasswordField value={password} error={error} onChange={setPassword} />
    </FormDialog>
  );
}
