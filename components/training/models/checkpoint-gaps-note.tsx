import { ListGaps } from "@/components/state/list-gaps";
import { useCheckpointGaps } from "./use-checkpoints";

/** The checkpoints of a model that its lists leave out. */
export function CheckpointGapsNote({ connectionId, modelId }: { connectionId: string; modelId: string }) {
  const gaps = useCheckpointGaps(connectionId, modelId);
  return gaps === null ? null : <ListGaps noun="checkpoint" {...gaps} />;
}
