"use client";

import { useRouter } from "next/navigation";
import { useKeys } from "@/components/keyboard/use-keys";
import { turnHref } from "./turn-href";
import type { Rollouts } from "./use-rollouts";

/** Left and right move between steps, J and K between groups, H and L between trajectories. */
export function useRolloutsKeys(control: Rollouts): void {
  const router = useRouter();
  const { choices, setChoices } = control;
  const href = turnHref(control);
  useKeys("rollouts", {
    ArrowLeft: () => control.moveStep(-1),
    ArrowRight: () => control.moveStep(1),
    j: () => control.moveGroup(1),
    k: () => control.moveGroup(-1),
    h: () => control.moveTrajectory(-1),
    l: () => control.moveTrajectory(1),
    p: () => void setChoices({ p: !choices.p }),
    r: href === null ? undefined : () => router.push(href),
  });
  useKeys("everywhere", { Escape: choices.message === null ? undefined : () => control.toMessage(null) });
}
