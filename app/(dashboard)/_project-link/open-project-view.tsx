"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useHasInstanceRole } from "@/components/session/use-role";
import { AvailableProjectList } from "@/components/start/available-project-list";
import { useOpenProject } from "@/components/start/use-open-project";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { likelyPage } from "@/lib/address/likely-page";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";

const LOCAL = "local";

type OpenProjectViewProps = {
  projectId: string;
  /** True when the link names something inside the project, which is shown once the project is open. */
  isLink: boolean;
  /** The workspace whose name the address begins with: the rest is then a page that does not exist. */
  mistaken?: { readonly slug: string; readonly page: string };
};

/** Offers to open a project that has no workspace yet. The user decides: a link alone changes nothing. */
export function OpenProjectView({ projectId, isLink, mistaken }: OpenProjectViewProps) {
  const router = useRouter();
  const pathname = usePathname();
  const session = useQuery(appQuery("session.current", {}));
  const isMember = useHasInstanceRole("member");
  const offered = useQuery(appQuery("workspaces.offered", { connectionId: LOCAL }));
  const opening = useOpenProject();
  // The same link continues once there is a workspace.
  const followLink = isLink ? { onSuccess: () => router.replace(pathname) } : {};
  const open = () => opening.mutate({ connectionId: LOCAL, projectId }, followLink);
  if (offered.isPending || session.isPending) return <ProgressBar label="Loading project" />;
  if (offered.isError) {
    return (
      <FailureState
        failure={failureOf(offered.error)}
        onRetry={() => void offered.refetch()}
        isRetrying={offered.isFetching}
      />
    );
  }
  const matchingProjects = offered.data.projects.filter((project) => project.projectId === projectId);
  if (matchingProjects.length === 0) {
    return mistaken !== undefined ? (
      <NoSuchPage {...mistaken} />
    ) : (
      <PaneState
        kind="no-match"
        title={`Project ${projectId} not found`}
        actions={
          <Button asChild size="small">
            <Link href="/settings/workspaces">Open workspaces</Link>
          </Button>
        }
      >
        No workspace uses this project, and the embedded service has no data in a project with this name.
      </PaneState>
    );
  }
  return (
    <PaneState
      kind="empty"
      title="This project has no workspace yet"
      extra={
        <div className="mt-2 grid w-full min-w-72 gap-2">
          <AvailableProjectList
            projects={matchingProjects}
            onOpen={isMember ? open : undefined}
            openingId={opening.isPending || opening.isSuccess ? projectId : null}
          />
          {opening.isError ? <Callout tone="err">{failureOf(opening.error).message}</Callout> : null}
        </div>
      }
    >
      {isMember
        ? "Opening it creates a workspace for all members."
        : "You are a viewer. Ask a member or an admin to open it."}
    </PaneState>
  );
}

/** An address in a workspace that no page has, with the page that it most likely means. */
function NoSuchPage({ slug, page }: { slug: string; page: string }) {
  const likely = likelyPage(page);
  return (
    <PaneState
      kind="no-match"
      title={`There is no page /${page}`}
      actions={
        <Button asChild size="small">
          <Link href={`/${slug}/${likely?.path ?? "overview"}`}>Open {likely?.label ?? "Overview"}</Link>
        </Button>
      }
    >
      {likely === null
        ? `The workspace ${slug} has no page with this name.`
        : `Did you mean ${likely.label} in the workspace ${slug}?`}
    </PaneState>
  );
}
