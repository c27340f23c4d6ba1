"use client";

import { RefreshCw } from "lucide-react";
import { SmallAgentButton } from "./small-agent-button";
import { StartOption, StartOptionText } from "./start-option";

type TrainCardProps = { connectionId: string; projectId: string; isMember: boolean };

/** A training run that starts with one click and needs no GPU. */
export function TrainCard({ connectionId, projectId, isMember }: TrainCardProps) {
  return (
    <StartOption icon={RefreshCw} title="Train a small agent">
      <StartOptionText>
        A small model answers eight customers of an airline, is scored, and learns from its own answers to look up the
        booking or the profile first. Twelve iterations take a few minutes on this computer’s CPU, and you see the
        reward rise.
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
