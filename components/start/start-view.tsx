"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { useHasInstanceRole } from "@/components/session/use-role";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { projectName } from "@/lib/api/contract/app/workspaces";
import { SAMPLE_PROJECT } from "@/lib/sample/sample-project";
import { FIRST_PROJECT } from "@/lib/start/first-program";
import { AvailableProjectList } from "./available-project-list";
import { FirstCall } from "./first-call";
import { attemptStart, FirstCallListener } from "./first-call-listener";
import { ProjectField } from "./project-field";
import { StartOptions } from "./start-options";
import { useOpenProject } from "./use-open-project";

/** The embedded service's connection. */
const LOCAL = "local";
const POLL_INTERVAL_MS = 1000;

/**
 * The start page without a workspace. The only project of the embedded service, or the first to appear, opens
 * automatically, so that calls from an SDK show without another step. With several projects the user chooses. The
 * sample project does not count: its own card creates and opens it.
 */
export function StartView() {
  const session = useQuery(appQuery("session.current", {}));
  const isMember = useHasInstanceRole("member");
  const connections = useQuery(appQuery("connections.list", {}));
  const offered = useQuery({
    ...appQuery("workspaces.offered", { connectionId: LOCAL }),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const opening = useOpenProject();
  const projects = (offered.data?.projects ?? []).filter(({ projectId }) => projectId !== SAMPLE_PROJECT);
  const only = projects.length === 1 && isMember ? projects[0] : undefined;
  const opened = useRef<string | null>(null);
  const { mutate } = opening;
  // The outside system is the service: any program may create its first project at any time.
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
    return <ProgressBar label="Loading projects" />;
  if (projects.length === 0) {
    return <FirstStart serviceUrl={local.baseUrl} isMember={isMember} isFailing={offered.isError} />;
  }
  return (
    <>
      <h1 className="sr-only">Start</h1>
      <PaneState
        kind="empty"
        title={titleOf(only?.projectId, opening.isError)}
        extra={
          <div className="mt-2 grid w-full min-w-72 gap-2">
            <AvailableProjectList
              projects={projects}
              onOpen={isMember ? (projectId) => mutate({ connectionId: LOCAL, projectId }) : undefined}
              openingId={opening.isPending || opening.isSuccess ? opening.variables.projectId : null}
            />
            {opening.isError ? <Callout tone="err">{failureOf(opening.error).message}</Callout> : null}
          </div>
        }
      >
        {isMember
          ? "A workspace gives a project its own URL. Create more in Settings at any time."
          : "These projects have no workspace yet. You are a viewer. A member or an admin can open one for everyone."}
      </PaneState>
    </>
  );
}

function titleOf(onlyProject: string | undefined, hasFailed: boolean): string {
  if (onlyProject === undefined) return "Choose a project";
  return hasFailed ? `Could not open ${onlyProject}` : `Opening ${onlyProject}`;
}

type FirstStartProps = { serviceUrl: string; isMember: boolean; isFailing: boolean };

/** The service is empty: the user may choose the name of the first project. */
function FirstStart({ serviceUrl, isMember, isFailing }: FirstStartProps) {
  const [since] = useState(attemptStart);
  const [chosen, setChosen] = useQueryState("project", parseAsString.withDefault(FIRST_PROJECT));
  const checked = projectName.safeParse(chosen);
  const projectId = checked.success ? checked.data : FIRST_PROJECT;
  return (
    <FirstCall
      serviceUrl={serviceUrl}
      projectId={projectId}
      workspaceSlug={null}
      keys={isMember ? "offered" : "viewer"}
      projectField={<ProjectField projectId={projectId} onChange={(next) => void setChosen(next)} />}
      listener={(place) => (
        <FirstCallListener
          connectionId={LOCAL}
          target={place}
          project={null}
          isFailing={isFailing}
          isMember={isMember}
          since={since}
          promise={
            isMember
              ? "The project opens automatically when its first call is stored."
              : "You are a viewer. When calls arrive, a member or an admin can open their project for everyone."
          }
        />
      )}
      aside={<StartOptions workspaceSlug={null} connectionId={LOCAL} projectId={projectId} isMember={isMember} />}
    />
  );
}
