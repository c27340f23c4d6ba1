import type { RunPhase } from "@/lib/api/contract/training-runs/training-runs";
import type { ServerState } from "@/service/training/server/server-process";

/** The server of a model's checkpoints, as far as a run that samples depends on it. */
interface SamplingServer {
  readonly process: { readonly state: ServerState } | null;
  /** Requests that wait for another server to end. */
  readonly waiting: number;
}

/** Returns the server that rollouts wait for; null where it answers, or none was started. */
export function awaitedServer({ process, waiting }: SamplingServer): RunPhase["waits_for"] {
  if (process?.state === "starting") return "model_server";
  return waiting > 0 && process?.state !== "ready" ? "other_server" : null;
}
