"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Draft, newDraft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withModels } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { type DraftAddress, loadDraft } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import { FailureState } from "@/components/state/failure-state";
import { PageState } from "@/components/state/page-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { otherErrors } from "@/lib/failure/field-errors";
import type { Workspace } from "@/lib/workspace/workspace";
import type { FirstDraft } from "./filled-draft";
import { missingSource, type OpenedSource, type SourceProblem, type SourceReader } from "./source";
import { callReader, promptReader, requestReader, rolloutReader, rowReader, tableReader } from "./source-readers";

type SourceGateProps = {
  workspace: Workspace;
  address: DraftAddress;
  source: OpenedSource;
  /** Models that the URL also names. */
  models: readonly string[];
  /** Called to continue with the user's draft when the source cannot be opened. */
  onLeave: () => void;
  /** The page with what was opened. */
  children: (start: FirstDraft) => ReactNode;
};

/** Loads what the URL opens in place of the user's draft. Edits made since a call was opened are kept. */
export function SourceGate({ workspace, address, source: { kind, id }, ...rest }: SourceGateProps) {
  const [kept] = useState(() => loadDraft(address));
  const props = { ...rest, kept };
  switch (kind) {
    case "call":
      if (kept?.callId === id) return rest.children({ draft: kept, filled: null });
      return <LoadedSource {...props} reader={callReader(workspace, id)} />;
    case "prompt":
      return <LoadedSource {...props} reader={promptReader(workspace, id)} />;
    case "request":
      return <LoadedSource {...props} reader={requestReader(id)} />;
    case "rollout": {
      const reader = rolloutReader(workspace, id);
      if ("problem" in reader) return <ProblemState {...reader} onLeave={rest.onLeave} />;
      return <LoadedSource {...props} reader={reader} />;
    }
    case "row": {
      const reader = rowReader(workspace, id);
      if ("problem" in reader) return <ProblemState {...reader} onLeave={rest.onLeave} />;
      return <LoadedSource {...props} reader={reader} />;
    }
    case "table":
      return <LoadedSource {...props} reader={tableReader(workspace, id)} />;
  }
}

type LoadedSourceProps<Result> = Pick<SourceGateProps, "models" | "onLeave" | "children"> & {
  reader: SourceReader<Result>;
  kept: Draft | null;
};

function LoadedSource<Result>({ reader, kept, models, onLeave, children }: LoadedSourceProps<Result>) {
  // Made once: the page edits it, whatever a later request for the source returns.
  const [start, setStart] = useState<FirstDraft | null>(null);
  const query = useQuery({ ...reader.query, enabled: start === null });
  if (start !== null) return children(start);
  if (query.data !== undefined) {
    const content = reader.convert(query.data);
    if ("problem" in content) return <ProblemState {...content} onLeave={onLeave} />;
    setStart({
      draft: withModels(content.fill(kept ?? newDraft()), models),
      filled: { from: content.from, lost: content.lost, before: kept },
    });
    return null;
  }
  if (!query.isError) return <ProgressBar label={`Loading ${reader.noun}`} />;
  const failure = failureOf(query.error);
  if (failure.kind === "not-found") {
    return <ProblemState {...missingSource(reader.noun, otherErrors(failure, []).join(" "))} onLeave={onLeave} />;
  }
  return (
    <PageState title="Playground">
      <FailureState failure={failure} onRetry={() => void query.refetch()}>
        <p className="mt-2">
          <OwnDraftButton onLeave={onLeave} />
        </p>
      </FailureState>
    </PageState>
  );
}

type ProblemStateProps = SourceProblem & Pick<SourceGateProps, "onLeave">;

/** A source without a request to open. */
function ProblemState({ problem, title, reason, onLeave }: ProblemStateProps) {
  return (
    <PageState title="Playground">
      <PaneState
        kind={problem}
        title={title}
        actions={<OwnDraftButton onLeave={onLeave} />}
        isFailure={problem === "cut"}
      >
        {reason}
      </PaneState>
    </PageState>
  );
}

function OwnDraftButton({ onLeave }: Pick<SourceGateProps, "onLeave">) {
  return (
    <Button size="small" onClick={onLeave}>
      Open my draft
    </Button>
  );
}
