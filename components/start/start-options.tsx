"use client";

import { useHasRole } from "@/components/session/use-role";
import { ImportCard } from "./import-card";
import { RemoteCard } from "./remote-card";
import { SampleCard } from "./sample-card";
import { TrainCard } from "./train-card";

type StartOptionsProps = {
  workspaceSlug: string | null;
  connectionId: string;
  projectId: string;
  isMember: boolean;
};

/** Other ways to start, each with what it creates or changes. */
export function StartOptions({ workspaceSlug, connectionId, projectId, isMember }: StartOptionsProps) {
  const isAdmin = useHasRole("admin");
  return (
    <>
      <SampleCard isMember={isMember} />
      <TrainCard connectionId={connectionId} projectId={projectId} isMember={isMember} />
      <ImportCard workspaceSlug={workspaceSlug} connectionId={connectionId} projectId={projectId} isMember={isMember} />
      <RemoteCard isAdmin={isAdmin === true} />
    </>
  );
}
