"use client";

import { Upload } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Tag } from "@/components/ui/tag";
import { failureOf } from "@/lib/api/client/request-failure";
import { StartOption, StartOptionText } from "./start-option";
import { useOpenProject } from "./use-open-project";

type ImportCardProps = {
  /** The workspace to import into; null where it is created first. */
  workspaceSlug: string | null;
  connectionId: string;
  projectId: string;
  isMember: boolean;
};

/** A link to the import page; creates the project's workspace first where it has none. */
export function ImportCard({ workspaceSlug, connectionId, projectId, isMember }: ImportCardProps) {
  const opening = useOpenProject("import");
  return (
    <StartOption icon={Upload} title="Import a file">
      <StartOptionText>
        Calls or recorded conversations. The file is read in the browser; nothing is stored before you confirm the
        preview.
      </StartOptionText>
      <div className="mt-0.5 flex items-center justify-between gap-2.5 rounded-control border border-dashed border-line-strong py-[9px] pr-[9px] pl-3 text-small text-ink-2">
        <span className="min-w-0">
          <b className="font-medium text-ink">JSONL</b> or <b className="font-medium text-ink">JSON</b>, into{" "}
          <span className="text-code [overflow-wrap:anywhere]">{projectId}</span>
        </span>
        {!isMember ? (
          <span className="flex-none text-ink-3">members can import</span>
        ) : workspaceSlug === null ? (
          <Button
            size="small"
            isBusy={opening.isPending || opening.isSuccess}
            onClick={() => opening.mutate({ connectionId, projectId })}
          >
            Choose a file
          </Button>
        ) : (
          <Button asChild size="small">
            <Link href={`/${workspaceSlug}/import`}>Choose a file</Link>
          </Button>
        )}
      </div>
      <div className="mt-0.5 flex flex-wrap gap-[5px]">
        {["calls of an export", "conversations", "trajectories with rewards"].map((kind) => (
          <Tag key={kind}>{kind}</Tag>
        ))}
      </div>
      {opening.isError ? <Callout tone="err">{failureOf(opening.error).message}</Callout> : null}
    </StartOption>
  );
}
