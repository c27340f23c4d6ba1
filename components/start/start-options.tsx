"use client";

import { useHasRole } from "@/components/session/use-role";
import { ImportCard } from "./import-card";
import { RemoteCard } from "./remote-card";
import { SampleCard } from "./sample-card";

type OtherWaysProps = {
  workspaceSlug: string | null;
  connectionId: string;
  projectId: string;
  isMember: boolean;
};

/** Three other ways to begin, each with what it makes or touches. */
export function OtherWays({ workspaceSlug, connectionId, projectId, isMember }: OtherWaysProps) {
  const isAdmin = useHasRole("admin");
  return (
    <>
      <SampleCard isMember={isMember} />
      <ImportCard {...{ workspaceSlug, connectionId, projectId, isMember }} />
      <RemoteCard isAdmin={isAdmin === true} />
    </>
  );
}
