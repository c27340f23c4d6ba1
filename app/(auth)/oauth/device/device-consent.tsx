import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { accessChoices } from "@/app/(auth)/oauth/access-choices";
import { AccessFields, type NamedWorkspace } from "@/app/(auth)/oauth/access-fields";
import { ConsentHeading } from "@/app/(auth)/oauth/consent-heading";
import { consentMessages } from "@/app/(auth)/oauth/consent-messages";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { callApp } from "@/lib/api/client/app-client";
import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import { type FoundDevice, originText } from "./found-device";

type DeviceConsentProps = {
  device: FoundDevice;
  account: string;
  canWrite: boolean;
  workspaces: readonly NamedWorkspace[];
  onDecided: (isAllowed: boolean) => void;
};

const MEMBERS = ["userCode", "access", "workspaceId"] as const;

/** The second step: which program asks, from where, and what it may do. */
export function DeviceConsent({ device, account, canWrite, workspaces, onDecided }: DeviceConsentProps) {
  const [access, setAccess] = useState<AgentAccess>("read");
  const [workspaceId, setWorkspaceId] = useState<string | null>(null);
  const { clientName, userCode, address } = device;
  const decide = useMutation({
    mutationFn: (isAllowed: boolean) =>
      isAllowed
        ? callApp("oauthClients.allowDevice", { userCode, access, workspaceId })
        : callApp("oauthClients.denyDevice", { userCode }),
    onSuccess: (_answer, isAllowed) => onDecided(isAllowed),
  });
  return (
    <form
      className="m-auto grid w-[360px] gap-3.5 py-6 max-md:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate(true);
      }}
    >
      <ConsentHeading clientName={clientName} account={account} />
      <Callout tone="warn">
        The name is what the program calls itself. It asked from <b className="font-medium">{originText(address)}</b>{" "}
        with the code <b className="text-code font-medium">{userCode}</b>. Allow it only if you have just started it
        yourself: deny a code that someone sent you.
      </Callout>
      {consentMessages(decide.error, MEMBERS).map((message) => (
        <Callout key={message} tone="err">
          {message}
        </Callout>
      ))}
      <AccessFields
        choices={accessChoices(device.access, canWrite)}
        access={access}
        onAccessChange={setAccess}
        workspaces={workspaces}
        workspaceId={workspaceId}
        onWorkspaceChange={setWorkspaceId}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button
          className="h-[34px] max-md:h-9"
          isBusy={decide.isPending && decide.variables === false}
          disabled={decide.isPending}
          onClick={() => decide.mutate(false)}
        >
          Deny
        </Button>
        <Button
          type="submit"
          kind="primary"
          className="h-[34px] max-md:h-9"
          isBusy={decide.isPending && decide.variables === true}
          disabled={decide.isPending}
        >
          Allow
        </Button>
      </div>
      <p className="text-small text-ink-3">
        It stays connected until you disconnect it under Settings → Agents, or for 30 days after its last use.
      </p>
    </form>
  );
}
