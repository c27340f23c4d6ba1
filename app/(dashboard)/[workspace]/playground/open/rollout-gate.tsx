"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Draft, newDraft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withModels, withRequest } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { ReadRequest } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { loadDraft } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import { FailureState } from "@/components/state/failure-state";
import { PageState } from "@/components/state/page-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { BackToDraftButton, type GateProps } from "./gate-props";
import { parseRolloutAddress, type RolloutAddress, rolloutRequest } from "./read-rollout";

/** Loads the turn of a logged trajectory in the URL. */
export function RolloutGate(props: GateProps) {
  const rollout = parseRolloutAddress(props.id);
  if (rollout) return <ReadRollout {...props} rollout={rollout} />;
  return (
    <PageState title="Playground">
      <PaneState kind="no-match" title="Rollout not found" actions={<BackToDraftButton onLeave={props.onLeave} />}>
        <span className="text-code">{props.id}</span> is not the address of a trajectory.
      </PaneState>
    </PageState>
  );
}

function ReadRollout({
  workspace,
  address: place,
  models,
  rollout,
  onLeave,
  children,
}: GateProps & { rollout: RolloutAddress }) {
  const [kept] = useState(() => loadDraft(place));
  const { batchId, group, trajectory, message } = rollout;
  const query = useQuery(
    serviceQuery(workspace.connectionId, "trajectories.read", { batch_id: batchId, group, trajectory }),
  );
  if (query.isPending) return <ProgressBar label="Loading rollout" />;
  if (query.isError) {
    return (
      <PageState title="Playground">
        <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()}>
          <p className="mt-2">
            <BackToDraftButton onLeave={onLeave} />
          </p>
        </FailureState>
      </PageState>
    );
  }
  const read = rolloutRequest(query.data.trajectory, message);
  return (
    <OpenedRollout models={models} from={`trajectory ${trajectory} of group ${group}`} read={read} kept={kept}>
      {children}
    </OpenedRollout>
  );
}

type OpenedRolloutProps = Pick<GateProps, "models" | "children"> & {
  from: string;
  read: ReadRequest;
  kept: Draft | null;
};

/** The request of a turn, with the models in the URL if there are any. */
function OpenedRollout({ models, from, read, kept, children }: OpenedRolloutProps) {
  const [start] = useState(() => ({
    draft: withModels(withRequest(kept ?? newDraft(), read, null), models),
    filled: { from, lost: read.unsupported, before: kept },
  }));
  return children(start);
}
