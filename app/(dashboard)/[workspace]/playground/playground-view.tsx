"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import type { Workspace } from "@/components/layout/use-workspace";
import { WorkspaceGate } from "@/components/layout/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Shuttle } from "@/components/ui/shuttle";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { shortIdentifier } from "@/lib/format/identifier";
import { carryOver } from "./carry-over";
import { type Draft, newDraft } from "./draft";
import { withModels, withRequest } from "./draft-changes";
import { PlaygroundPage } from "./playground-page";
import type { ReadRequest } from "./read-request";
import { RolloutGate } from "./rollout-gate";
import { playgroundParams } from "./search-params";
import { type KeptPlace, keptDraft } from "./use-kept-draft";

/** Completions, asked for by hand. */
export function PlaygroundView() {
  return <WorkspaceGate>{(workspace) => <PersonGate key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

/** Drafts and history belong to a person. */
function PersonGate({ workspace }: { workspace: Workspace }) {
  const session = useQuery(appQuery("session.current", {}));
  const [{ call: callId, rollout, model: models }, setParams] = useQueryStates(playgroundParams);
  // The page of a call stays when the call leaves the address because its draft is another one now.
  const [openedId, setOpenedId] = useState(callId);
  if (callId !== null && callId !== openedId) setOpenedId(callId);
  if (callId === null && openedId !== null && models.length > 0) setOpenedId(null);
  if (session.isPending) return <Shuttle label="Asking who you are" />;
  if (session.isError)
    return <FailureState failure={failureOf(session.error)} onRetry={() => void session.refetch()} />;
  const place = { workspaceId: workspace.id, personId: session.data.person.id };
  if (rollout !== null && callId === null) {
    return (
      <RolloutGate
        key={rollout}
        {...{ workspace, place, rollout, models }}
        onLeave={() => void setParams({ rollout: null, model: null }, { history: "replace" })}
      />
    );
  }
  if (openedId === null) {
    return <OwnDraft key={models.join("\n")} workspace={workspace} place={place} models={models} />;
  }
  return (
    <CallGate
      key={openedId}
      workspace={workspace}
      place={place}
      callId={openedId}
      models={models}
      onLeave={() => {
        setOpenedId(null);
        void setParams({ call: null, model: null }, { history: "replace" });
      }}
    />
  );
}

type OwnDraftProps = { workspace: Workspace; place: KeptPlace };

/** What was typed before, asked of the models that the address names where it names some. */
function OwnDraft({ workspace, place, models }: OwnDraftProps & { models: readonly string[] }) {
  const [draft] = useState(() => withModels(keptDraft(place) ?? newDraft(), models));
  return <PlaygroundPage workspace={workspace} place={place} draft={draft} filled={null} />;
}

type CallGateProps = OwnDraftProps & { callId: string; models: readonly string[]; onLeave: () => void };

/** Reads the call that the address names. What was edited since it was opened stays as it was. */
function CallGate({ workspace, place, callId, models, onLeave }: CallGateProps) {
  const [kept] = useState(() => keptDraft(place));
  // The whole call, however large: what was asked is to be asked again.
  const query = useQuery(
    serviceQuery(workspace.connectionId, "call.read", { project_id: workspace.projectId, id: callId }),
  );
  if (kept?.callId === callId) return <PlaygroundPage workspace={workspace} place={place} draft={kept} filled={null} />;
  if (query.isPending) return <Shuttle label="Reading the call" />;
  const ownDraft = (
    <Button size="small" onClick={onLeave}>
      Open my draft
    </Button>
  );
  if (query.isError) {
    return (
      <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()}>
        <p className="mt-2">{ownDraft}</p>
      </FailureState>
    );
  }
  const { call } = query.data;
  if (call === null) {
    return (
      <PaneState warp="no-match" title="There is no such call" actions={ownDraft}>
        It was deleted, or <span className="text-code">{callId}</span> belongs to another project.
      </PaneState>
    );
  }
  const read = carryOver(call);
  if (read.messages.length === 0) {
    return (
      <PaneState warp="empty" title="This call asked no model" actions={ownDraft}>
        Its inputs hold no messages, so there is nothing to ask again.
      </PaneState>
    );
  }
  return <OpenedCall workspace={workspace} place={place} callId={callId} models={models} read={read} kept={kept} />;
}

type OpenedCallProps = Omit<CallGateProps, "onLeave"> & { read: ReadRequest; kept: Draft | null };

/** The request of a call, asked of the models that the address names beside it where it names some. */
function OpenedCall({ workspace, place, callId, models, read, kept }: OpenedCallProps) {
  const [start] = useState(() => ({
    draft: withModels(withRequest(kept ?? newDraft(), read, callId), models),
    filled: { from: `call ${shortIdentifier(callId)}`, lost: read.lost, before: kept },
  }));
  return <PlaygroundPage workspace={workspace} place={place} {...start} />;
}
