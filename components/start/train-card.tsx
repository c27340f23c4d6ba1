"use client";

import { RefreshCw } from "lucide-react";
import { SmallAgentButton } from "./small-agent-button";
import { StartOption, StartOptionText } from "./start-option";

type TrainCardProps = { connectionId: string; projectId: string; isMember: boolean };

/** A training run that starts by one press and needs no GPU. */
export function TrainCard({ connectionId, projectId, isMember }: TrainCardProps) {
  return (
    <StartOption icon={RefreshCw} title="Train a small agent">
      <StartOptionText>
        A small model answers eight customers of an airline, is scored, and is trained on its own answers: twelve
        iterations on this computer’s CPU, a minute or two. The page shows the reward rise.
      </StartOptionText>
      <div className="mt-1">
        {isMember ? (
          <SmallAgentButton connectionId={connectionId} projectId={projectId} />
        ) : (
          <span className="text-small text-ink-3">A member or an admin can start it.</span>
        )}
      </div>
    </StartOption>
  );
}
