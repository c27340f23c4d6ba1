"use client";

import { useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Shuttle } from "@/components/ui/shuttle";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { useHasRole } from "../settings/use-role";
import { FirstCall, Step } from "./first-call";
import { ProjectOffer } from "./project-offer";
import { useOpenProject } from "./use-open-project";

/** The embedded service's connection. */
const LOCAL = "local";
const LISTEN_MS = 1000;

/**
 * Nobody has made a workspace yet. The only project of the embedded service, or the first that appears, opens by itself:
 * whoever runs an SDK sees the calls without a further step. Several projects are offered.
 */
export function StartView() {
  const session = useQuery(appQuery("session.current", {}));
  const isMember = useHasRole("member");
  const connections = useQuery(appQuery("connections.list", {}));
  const offered = useQuery({ ...appQuery("workspaces.offered", { connectionId: LOCAL }), refetchInterval: LISTEN_MS });
  const opening = useOpenProject();
  const projects = offered.data?.projects ?? [];
  const only = projects.length === 1 && isMember ? projects[0] : undefined;
  const opened = useRef<string | null>(null);
  const { mutate } = opening;
  // The outside system is the service: its first project may be made by any program at any time.
  useEffect(() => {
    if (only === undefined || opened.current === only.projectId) return;
    opened.current = only.projectId;
    mutate({ connectionId: LOCAL, projectId: only.projectId });
  }, [only, mutate]);

  const failed = [offered, connections, session].find((query) => query.isError && query.data === undefined);
  if (failed)
    return (
      <FailureState
        failure={failureOf(failed.error)}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  const local = connections.data?.connections.find(({ id }) => id === LOCAL);
  if (!offered.data || !local || !session.data || isMember === undefined)
    return <Shuttle label="Looking for projects" />;
  if (projects.length === 0) {
    return (
      <FirstCall
        serviceUrl={local.baseUrl}
        listener={<Listener isFailing={offered.isError} isMember={isMember} />}
        aside={<OtherService />}
      />
    );
  }
  return (
    <PaneState
      warp="empty"
      title={titleOf(only?.projectId, opening.isError)}
      extra={
        <div className="mt-2 grid w-full min-w-72 gap-2">
          <ProjectOffer
            projects={projects}
            onOpen={isMember ? (projectId) => mutate({ connectionId: LOCAL, projectId }) : undefined}
            openingId={opening.isPending || opening.isSuccess ? opening.variables.projectId : null}
          />
          {opening.isError ? <Callout tone="err">{failureOf(opening.error).message}</Callout> : null}
        </div>
      }
    >
      {isMember
        ? "A workspace gives a project its place in the address. Others are made in Settings at any time."
        : "These projects have no workspace yet. You are a viewer: a member or an admin can open one for everybody."}
    </PaneState>
  );
}

function titleOf(onlyProject: string | undefined, hasFailed: boolean): string {
  if (onlyProject === undefined) return "Which project?";
  return hasFailed ? `${onlyProject} could not be opened` : `Opening ${onlyProject}`;
}

function Listener({ isFailing, isMember }: { isFailing: boolean; isMember: boolean }) {
  return (
    <Step
      isLive
      title={isFailing ? "The service does not answer, still trying…" : "Listening for the first call…"}
      knot={<span className="size-[9px] rounded-full bg-accent shadow-[0_0_0_4px_var(--accent-tint)]" />}
    >
      <p role="status">
        {isMember
          ? "The project opens here by itself as soon as its first call is stored."
          : "You are a viewer: when calls arrive, a member or an admin opens their project for everybody."}
      </p>
    </Step>
  );
}

function OtherService() {
  const isAdmin = useHasRole("admin");
  return (
    <div className="grid gap-1.5 border-b border-line px-5 pt-4 pb-[18px] max-md:px-3">
      <h2 className="flex items-center gap-2 leading-5 font-medium">
        <Server size={15} strokeWidth={1.7} aria-hidden="true" className="text-ink-2" />
        Connect a remote service
      </h2>
      <p className="text-small leading-[17px] text-ink-2">
        Heddle tests its 13 operations without writing. Credentials stay on the server and never reach the browser.
      </p>
      {isAdmin ? (
        <Button asChild className="mt-1 justify-self-start">
          <Link href="/settings/connections?new=true">Add a connection</Link>
        </Button>
      ) : (
        <p className="text-small text-ink-3">An admin can add one.</p>
      )}
    </div>
  );
}
