"use client";

import Link from "next/link";
import { useState } from "react";
import { type WeaveSource, workspaceSource } from "@/app/(dashboard)/[workspace]/import/project/weave-project";
import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";
import { useHasInstanceRole } from "@/components/session/use-role";
import { useWorkspaces } from "@/components/session/use-workspace";
import { FailureState } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { AddressFields } from "./address-fields";

type SourceProjectProps = {
  workspace: Workspace;
  chosen: WeaveSource | null;
  isDisabled: boolean;
  onChoose: (source: WeaveSource) => void;
};

const WAYS = [
  { value: "workspace", label: "Workspace" },
  { value: "address", label: "Address and key" },
] as const;

/** The project to import: of a workspace, or of any service by its address and a key. */
export function SourceProject(props: SourceProjectProps) {
  const [way, setWay] = useState<(typeof WAYS)[number]["value"]>("workspace");
  const { workspace, isDisabled, onChoose } = props;
  return (
    <div className="grid justify-items-start gap-2.5">
      <Segmented
        label="Where the project is"
        size="small"
        value={way}
        segments={WAYS}
        onChange={(chosen) => {
          if (!isDisabled) setWay(chosen);
        }}
      />
      {way === "workspace" ? (
        <WorkspaceProject {...props} />
      ) : (
        <ByAddress projectId={workspace.projectId} isDisabled={isDisabled} onChoose={onChoose} />
      )}
    </div>
  );
}

function WorkspaceProject({ workspace, chosen, isDisabled, onChoose }: SourceProjectProps) {
  const { query, isPending, workspaces } = useWorkspaces();
  if (isPending) return <ProgressBar label="Loading workspaces" />;
  if (query.isError) return <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />;
  const isSame = (other: Workspace) =>
    other.connectionId === workspace.connectionId && other.projectId === workspace.projectId;
  const others = workspaces.filter((other) => !isSame(other));
  return (
    <>
      {others.length === 0 ? (
        <Callout tone="plain">There is no other workspace to import from.</Callout>
      ) : (
        <Select
          label="Project to import"
          value={chosen?.id ?? ""}
          placeholder="Choose a workspace"
          isDisabled={isDisabled}
          className="w-full max-w-[420px]"
          options={others.map(({ id, projectId, connectionName }) => ({
            value: id,
            label: `${projectId} (${connectionName})`,
          }))}
          onChange={(id) => {
            const source = others.find((other) => other.id === id);
            if (source) onChoose(workspaceSource(source));
          }}
        />
      )}
      <p className="text-small leading-[17px] text-ink-2">
        A server that you use often can be a <Link href="/settings/connections">connection</Link>, and its project a{" "}
        <Link href="/settings/workspaces">workspace</Link>.
      </p>
    </>
  );
}

type ByAddressProps = { projectId: string; isDisabled: boolean; onChoose: (source: WeaveSource) => void };

function ByAddress({ projectId, ...rest }: ByAddressProps) {
  const isAdmin = useHasInstanceRole("admin");
  if (isAdmin === undefined) return <ProgressBar label="Checking your role" />;
  if (isAdmin) return <AddressFields {...rest} />;
  return (
    <Callout tone="plain">
      Only an admin can let the server read from an address. With a key of your own, the command does the same:{" "}
      <code className="text-code [overflow-wrap:anywhere]">
        HEDDLE_SOURCE_KEY=… npm run import -- --source-url URL --source-project entity/project --project {projectId}
      </code>
    </Callout>
  );
}
