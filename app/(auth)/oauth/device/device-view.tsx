"use client";

import { useState } from "react";
import { AuthPage } from "@/app/(auth)/auth-page";
import type { NamedWorkspace } from "@/app/(auth)/oauth/access-fields";
import { CodeForm } from "./code-form";
import { DeviceConsent } from "./device-consent";
import type { FoundDevice } from "./found-device";

type DeviceViewProps = {
  /** The code of the address; empty without one. */
  givenCode: string;
  account: string;
  /** Whether the user is a member anywhere. */
  canWrite: boolean;
  workspaces: readonly NamedWorkspace[];
};

interface Decision {
  readonly isAllowed: boolean;
  readonly clientName: string;
}

/** Asks a user for the code that a program shows, then whether the program may act for them. */
export function DeviceView({ givenCode, account, canWrite, workspaces }: DeviceViewProps) {
  const [device, setDevice] = useState<FoundDevice | null>(null);
  const [decision, setDecision] = useState<Decision | null>(null);
  return (
    <AuthPage>
      {decision !== null ? (
        <Decided {...decision} />
      ) : device === null ? (
        <CodeForm givenCode={givenCode} onFound={setDevice} />
      ) : (
        <DeviceConsent
          device={device}
          account={account}
          canWrite={canWrite}
          workspaces={workspaces}
          onDecided={(isAllowed) => setDecision({ isAllowed, clientName: device.clientName })}
        />
      )}
    </AuthPage>
  );
}

function Decided({ isAllowed, clientName }: Decision) {
  return (
    <div className="m-auto grid w-80 gap-3.5 max-md:w-full" role="status">
      <h1 className="text-display font-medium tracking-[-0.025em]">{isAllowed ? "Allowed" : "Denied"}</h1>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {isAllowed
          ? `Return to ${clientName}. You can close this page.`
          : `${clientName} gets no access. You can close this page.`}
      </p>
    </div>
  );
}
