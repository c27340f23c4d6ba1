import { useModelServer } from "@/components/training/models/use-model-server";
import { useNamedModel } from "@/components/training/models/use-named-model";
import { type ModelName, readModelAddress } from "@/lib/training/jobs/model-address";

type ServerWaitProps = { connectionId: string; model: string };

/** Says why a checkpoint does not answer yet: its model server starts. Nothing for models of providers. */
export function ServerWait({ connectionId, model }: ServerWaitProps) {
  const checkpoint = readModelAddress(model);
  return checkpoint === null ? null : <CheckpointWait connectionId={connectionId} checkpoint={checkpoint} />;
}

function CheckpointWait({ connectionId, checkpoint }: { connectionId: string; checkpoint: ModelName }) {
  const modelId = useNamedModel(connectionId, checkpoint)?.id;
  return modelId === undefined ? null : <ServerOfModel connectionId={connectionId} modelId={modelId} />;
}

function ServerOfModel({ connectionId, modelId }: { connectionId: string; modelId: string }) {
  const { server } = useModelServer(connectionId, modelId);
  if (server?.serving !== "command") return null;
  const { base_model: name, state, waiting } = server;
  const text =
    state === "starting"
      ? `The model server of ${name} is starting. The answer follows when it is ready.`
      : waiting > 0
        ? `Waiting until another model server ends. Then the one of ${name} starts.`
        : null;
  return text === null ? null : (
    <p role="status" className="px-3.5 pt-2 text-small text-ink-2 [overflow-wrap:anywhere]">
      {text}
    </p>
  );
}
