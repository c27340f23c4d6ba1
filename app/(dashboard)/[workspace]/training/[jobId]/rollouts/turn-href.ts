import { modelAddress } from "@/lib/training/jobs/model-address";
import { splitProject } from "@/lib/workspace/workspace";
import type { Rollouts } from "./use-rollouts";

type ShownTurn = Pick<Rollouts, "workspace" | "record" | "shown" | "group" | "trajectory" | "choices">;

/**
 * Returns the playground link that runs the shown turn again: the messages before it, with the checkpoint that was
 * newest when it was sent. Null while no trajectory is shown, and for an exception.
 */
export function turnHref({ workspace, record, shown, group, trajectory, choices }: ShownTurn): string | null {
  if (shown === null || group === null || trajectory >= group.rewards.length) return null;
  const place = [shown.id, group.index, trajectory, ...(choices.message === null ? [] : [choices.message])];
  const model = modelAddress({ ...splitProject(record.project_id), name: record.model_name }, shown.step ?? 0);
  const search = new URLSearchParams({ rollout: place.join("."), model });
  return `/${workspace.slug}/playground?${search}`;
}
