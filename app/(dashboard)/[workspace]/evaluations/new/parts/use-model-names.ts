"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

const STALE_TIME_MS = 300_000;

/** Every model that the service's providers report, checkpoints first. */
export function useModelNames({ connectionId }: Workspace): readonly string[] {
  const { data } = useQuery({
    ...serviceQuery(connectionId, "completions.providers", undefined),
    staleTime: STALE_TIME_MS,
  });
  const names = (data?.providers ?? []).flatMap(({ name, is_usable: isUsable, models }) =>
    isUsable ? (models ?? []).map((model) => (model.startsWith("wandb-artifact:") ? model : `${name}/${model}`)) : [],
  );
  return names.sort((left, right) => Number(isCheckpoint(right)) - Number(isCheckpoint(left)));
}

/** True for a checkpoint of a model that was trained; false for a model of a provider. */
export const isCheckpoint = (model: string) => model.startsWith("wandb-artifact:");

/** The name of a model in lists: of a checkpoint without its address. */
export const shortName = (model: string) => (isCheckpoint(model) ? (model.split("/").at(-1) ?? model) : model);
