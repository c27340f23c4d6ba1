"use client";

import { Copy, MessageSquareText, Pencil, Square, Trash2 } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { PauseOrResume } from "@/components/run/pause-or-resume";
import { RunStateTag } from "@/components/training/runs/run-tags";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { isOpen } from "@/lib/run/run-states";
import { chatHref } from "@/lib/training/runs/chat-href";
import { phaseText } from "@/lib/training/runs/run-words";
import type { Workspace } from "@/lib/workspace/workspace";
import type { RunControl } from "./use-run";

const StopRun = openedLater(async () => (await import("./stop-run")).StopRun);
const EditRun = openedLater(async () => (await import("./edit-run")).EditRun);
const DeleteRun = openedLater(async () => (await import("./delete-run")).DeleteRun);

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

type RunHeadProps = { workspace: Workspace; run: TrainingRunDetail; control: RunControl; canAct: boolean };

/** The name, state and current work of a run, and its actions. */
export function RunHead({ workspace, run, control, canAct }: RunHeadProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const isOwn = run.source === "service";
  const chat = chatHref(workspace.slug, run);
  return (
    <PageHead title={run.name}>
      <span role="status" className="inline-flex flex-none">
        <RunStateTag state={run.state} />
      </span>
      <span className="min-w-0 truncate text-small text-ink-3 max-md:hidden">
        {phaseText(run) ?? { service: "", client: "run by a client", log: "logged by another program" }[run.source]}
      </span>
      <div className="ml-auto flex flex-none items-center gap-1.5">
        {canAct && isOwn ? (
          <>
            <PauseOrResume
              state={run.state}
              acting={control.acting}
              onPause={() => control.act({ kind: "pause" })}
              onResume={() => control.act({ kind: "resume", limits: {} })}
            />
            {isOpen(run) && run.state !== "stopping" ? (
              <Button
                size="small"
                isBusy={control.stopping.isPending}
                icon={<Square {...icon} />}
                onClick={() => setIsAsking(true)}
              >
                Stop
              </Button>
            ) : null}
            {isOpen(run) ? null : (
              <Button asChild size="small" className="max-md:hidden">
                <Link href={`/${workspace.slug}/runs/new?${new URLSearchParams({ copy: run.id })}`}>
                  <Copy {...icon} />
                  Copy as new run
                </Link>
              </Button>
            )}
          </>
        ) : null}
        {canAct && run.tags != null ? (
          <Button size="small" icon={<Pencil {...icon} />} aria-label="Edit run" onClick={() => setIsEditing(true)}>
            <span className="max-md:hidden">Edit</span>
          </Button>
        ) : null}
        {canAct && run.source === "log" ? (
          <Button size="small" icon={<Trash2 {...icon} />} onClick={() => setIsAsking(true)}>
            Delete
          </Button>
        ) : null}
        {chat === null ? null : (
          <Button asChild size="small" kind={run.state === "paused" ? "plain" : "primary"}>
            <Link href={chat.href} aria-label={`Chat with step ${chat.step}`} title={chat.reason}>
              <MessageSquareText {...icon} />
              <span>
                Chat<span className="max-md:hidden"> with step {chat.step}</span>
              </span>
            </Link>
          </Button>
        )}
      </div>
      {isEditing ? <EditRun workspace={workspace} run={run} onClose={() => setIsEditing(false)} /> : null}
      {!isAsking ? null : isOwn ? (
        <StopRun
          control={control}
          isRemote={run.settings?.model.kind === "remote"}
          onClose={() => setIsAsking(false)}
        />
      ) : (
        <DeleteRun workspace={workspace} run={run} onClose={() => setIsAsking(false)} />
      )}
    </PageHead>
  );
}
