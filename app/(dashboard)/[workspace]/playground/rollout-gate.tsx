"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Workspace } from "@/components/layout/use-workspace";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Shuttle } from "@/components/ui/shuttle";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { newDraft } from "./draft";
import { withModels, withRequest } from "./draft-changes";
import { PlaygroundPage } from "./playground-page";
import { parseRolloutPlace, type RolloutPlace, rolloutRequest } from "./read-rollout";
import { type KeptPlace, keptDraft } from "./use-kept-draft";

type RolloutGateProps = {
  workspace: Workspace;
  place: KeptPlace;
  /** As the address names it. */
  rollout: string;
  models: readonly string[];
  onLeave: () => void;
};

/** Reads the turn of a logged trajectory that the address names. */
export function RolloutGate(props: RolloutGateProps) {
  const parsed = parseRolloutPlace(props.rollout);
  if (parsed) return <Reading {...props} parsed={parsed} />;
  return (
    <PaneState warp="no-match" title="There is no such rollout" actions={<OwnDraft onLeave={props.onLeave} />}>
      <span className="text-code">{props.rollout}</span> is no place of a trajectory.
    </PaneState>
  );
}

/** Which turn the draft of this tab came from: what was edited since stays as it was. */
const OPENED = "heddle-playground-rollout";

function Reading(props: RolloutGateProps & { parsed: RolloutPlace }) {
  const { workspace, place, rollout, models, onLeave, parsed } = props;
  const [kept] = useState(() => keptDraft(place));
  const [isOpened] = useState(() => kept !== null && window.sessionStorage.getItem(OPENED) === rollout);
  const { batchId, group, trajectory } = parsed;
  const query = useQuery({
    ...serviceQuery(workspace.connectionId, "trajectories.read", { batch_id: batchId, group, trajectory }),
    enabled: !isOpened,
  });
  if (kept !== null && isOpened) {
    return <PlaygroundPage workspace={workspace} place={place} draft={kept} filled={null} />;
  }
  if (query.isPending) return <Shuttle label="Reading the rollout" />;
  if (query.isError) {
    return (
      <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()}>
        <p className="mt-2">
          <OwnDraft onLeave={onLeave} />
        </p>
      </FailureState>
    );
  }
  const read = rolloutRequest(query.data.trajectory, parsed.message);
  const draft = withModels(withRequest(kept ?? newDraft(), read, null), models);
  const filled = { from: `trajectory ${trajectory} of group ${group}`, lost: read.lost, before: kept };
  return <Opened rollout={rollout} page={{ workspace, place, draft, filled }} />;
}

function Opened({ rollout, page }: { rollout: string; page: Parameters<typeof PlaygroundPage>[0] }) {
  const [start] = useState(() => {
    window.sessionStorage.setItem(OPENED, rollout);
    return page;
  });
  return <PlaygroundPage {...start} />;
}

function OwnDraft({ onLeave }: { onLeave: () => void }) {
  return (
    <Button size="small" onClick={onLeave}>
      Open my draft
    </Button>
  );
}
