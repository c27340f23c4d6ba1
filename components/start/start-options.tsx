"use client";

import { useHasInstanceRole } from "@/components/session/use-role";
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
  const isAdmin = useHasInstanceRole("admin");
  // The sample gets a workspace of its own.
  const mayCreate = useHasInstanceRole("member") === true;
  return (
    <>
      <SampleCard isMember={mayCreate} />
      <TrainCard connectionId={connectionId} projectId={projectId} isMember={isMember} />
      <ImportCard workspaceSlug={workspaceSlug} connectionId={connectionId} projectId={projectId} isMember={isMember} />
      <RemoteCard isAdmin={isAdmin === true} />
    </>
  );
}
