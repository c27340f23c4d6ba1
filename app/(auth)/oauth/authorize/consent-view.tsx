"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { AuthPage } from "@/app/(auth)/auth-page";
import { AccessFields, type NamedWorkspace } from "@/app/(auth)/oauth/access-fields";
import { ConsentHeading } from "@/app/(auth)/oauth/consent-heading";
import { consentMessages } from "@/app/(auth)/oauth/consent-messages";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { callApp } from "@/lib/api/client/app-client";
import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { ConsentFacts } from "./prepare-consent";

type ConsentViewProps = {
  facts: ConsentFacts;
  /** The query string of the request, which the server checks again. */
  request: string;
  workspaces: readonly NamedWorkspace[];
};

/** Messages about these are sentences of their own. */
const MEMBERS = ["request", "access", "workspaceId"] as const;

/** Asks a user whether a client may act for them. */
export function ConsentView({ facts, request, workspaces }: ConsentViewProps) {
  const [access, setAccess] = useState<AgentAccess>("read");
  const [workspaceId, setWorkspaceId] = useState<string | null>(null);
  const { clientName, destination, account, refuseUrl } = facts;
  const allow = useMutation({
    mutationFn: async () => {
      const { redirectTo } = await callApp("oauthClients.allow", { request, access, workspaceId });
      window.location.assign(redirectTo);
    },
    // The response contains the code: it is not kept.
    gcTime: 0,
  });
  if (allow.isSuccess) return <Allowed clientName={clientName} />;
  return (
    <AuthPage>
      <form
        className="m-auto grid w-[360px] gap-3.5 py-6 max-md:w-full"
        onSubmit={(event) => {
          event.preventDefault();
          allow.mutate();
        }}
      >
        <ConsentHeading clientName={clientName} account={account} />
        <Callout tone="warn">
          The name is what the program calls itself. The answer goes to <b className="font-medium">{destination}</b>.
          Continue only if you have just started this in an agent that you trust.
        </Callout>
        {consentMessages(allow.error, MEMBERS).map((message) => (
          <Callout key={message} tone="err">
            {message}
          </Callout>
        ))}
        <AccessFields
          choices={facts}
          access={access}
          onAccessChange={setAccess}
          workspaces={workspaces}
          workspaceId={workspaceId}
          onWorkspaceChange={setWorkspaceId}
        />
        <div className="grid grid-cols-2 gap-2">
          <Button asChild className="h-[34px] max-md:h-9">
            <a href={refuseUrl}>Cancel</a>
          </Button>
          <Button type="submit" kind="primary" className="h-[34px] max-md:h-9" isBusy={allow.isPending}>
            Allow
          </Button>
        </div>
        <p className="text-small text-ink-3">
          It stays connected until you disconnect it under Settings → Agents, or for 30 days after its last use.
        </p>
      </form>
    </AuthPage>
  );
}

/** Seen where the client's own page does not replace this one. */
function Allowed({ clientName }: { clientName: string }) {
  return (
    <AuthPage>
      <div className="m-auto grid w-80 gap-3.5 max-md:w-full" role="status">
        <h1 className="text-display font-medium tracking-[-0.025em] [overflow-wrap:anywhere]">Allowed</h1>
        <p className="text-ink-2">Return to {clientName}. You can close this page.</p>
      </div>
    </AuthPage>
  );
}
