"use client";

import Link from "next/link";
import { SmallAgentButton } from "@/components/start/small-agent-button";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";

/** Shown without runs: an explanation, a run that starts with one click, and the form. */
export function NoRuns({ workspace, isMember }: { workspace: Workspace; isMember: boolean }) {
  return (
    <PaneState
      kind="empty"
      title={`No training runs in ${splitProject(workspace.projectId).project} yet`}
      extra={
        isMember ? (
          <SmallAgentButton connectionId={workspace.connectionId} projectId={workspace.projectId} />
        ) : (
          <p className="text-small text-ink-3">Starting a run needs the member role. Ask an admin.</p>
        )
      }
      actions={
        isMember ? (
          <Button asChild size="small" kind="ghost">
            <Link href={`/${workspace.slug}/runs/new`}>Set up a run of your own</Link>
          </Button>
        ) : null
      }
    >
      A run repeats: sample answers from the newest checkpoint, score them, train on the groups. Jobs that a client
      sends for one model are listed here too.
    </PaneState>
  );
}

/** Shown above runs of clients while the service has run none itself, as after creating the sample project. */
export function NoOwnRuns({ workspace }: { workspace: Workspace }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 max-md:px-3">
      <SmallAgentButton connectionId={workspace.connectionId} projectId={workspace.projectId} />
      <p className="min-w-0 text-small text-ink-2">
        Starts a run on this computer: a small model answers, is scored and learns from its own answers.
      </p>
    </div>
  );
}

type NoMatchProps = {
  /** The number of words that are searched for. */
  words: number;
  isFiltered: boolean;
  /** Archived runs of the project that are not shown; undefined while it is not known. */
  archived: number | undefined;
};

/** Shown when the search, the filter, or the archive leaves no run. */
export function NoMatch({ words, isFiltered, archived = 0 }: NoMatchProps) {
  const note = archived > 0 ? ` Archived runs are not shown (${formatCount(archived)} in the project).` : "";
  if (words === 0 && !isFiltered) {
    return (
      <PaneState kind="no-match" title="All runs are archived">
        Show them with the switch above.
      </PaneState>
    );
  }
  return (
    <PaneState kind="no-match" title="No runs match">
      {words === 0
        ? "No run has this group and these tags."
        : `No run has ${words === 1 ? "this word" : "these words"} in its name, tags, group, notes, state or model${isFiltered ? ", with this filter" : ""}.`}
      {note}
    </PaneState>
  );
}
