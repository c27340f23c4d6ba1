"use client";

import { useMemo } from "react";
import { RolloutOutcome } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/rollout-outcome";
import { RendererFrame } from "@/components/training/renderers/renderer-frame";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Renderer } from "@/lib/training/renderers/renderer-match";
import type { Rollout } from "./use-trajectories";

/** A renderer, and the place of the trajectories that it shows. */
export interface RenderedPlace {
  readonly workspaceId: string;
  readonly renderer: Renderer;
  readonly group: { readonly index: number; readonly name: string };
}

type RenderedTrajectoryProps = {
  place: RenderedPlace;
  rollout: Rollout;
  index: number;
  reward: number | null;
  advantage: number | null;
  /** The advantage with its figures. */
  advantageWords: string | null;
};

/** A trajectory as a renderer of the workspace shows it, and its outcome. */
export function RenderedTrajectory(props: RenderedTrajectoryProps) {
  const { place, rollout, index, reward, advantage, advantageWords } = props;
  // Numbers are read without loss, as objects; a script expects plain ones.
  const trajectory = useMemo<unknown>(() => JSON.parse(stringifyJson(rollout.trajectory)), [rollout.trajectory]);
  return (
    <>
      <RendererFrame
        workspaceId={place.workspaceId}
        renderer={place.renderer}
        input={{ trajectory, index, group: place.group, reward, advantage }}
      />
      <RolloutOutcome
        reward={reward}
        advantage={advantageWords}
        metrics={rollout.contents.metrics}
        evidence={rollout.contents.evidence}
      />
    </>
  );
}
