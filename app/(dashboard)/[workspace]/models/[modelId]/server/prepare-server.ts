import type { ModelServer } from "@/lib/api/contract/training/model-server";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { Word } from "@/lib/run/run-states";

/** What a model's page says about the server of its checkpoints. */
export interface ServerLine {
  readonly word: Word;
  readonly text: string;
  /** The action that makes sense now; null for none. */
  readonly action: "start" | "stop" | null;
}

const words: Readonly<Record<NonNullable<ModelServer["state"]>, Word>> = {
  starting: { text: "Starting", tone: "run" },
  ready: { text: "Ready", tone: "ok" },
  stopping: { text: "Stopping", tone: "warn" },
  stopped: { text: "Stopped", tone: "plain" },
  failed: { text: "Failed", tone: "err" },
};

/** Returns null where the service answers for the checkpoints itself. */
export function serverLine(server: ModelServer): ServerLine | null {
  if (server.serving === "built_in") return null;
  if (server.serving === "none") {
    return {
      word: { text: "Not served", tone: "plain" },
      text: `Checkpoints of ${server.base_model} cannot answer here: the service has no command that starts a server for them. docs/train/model-server.md says how to set one.`,
      action: null,
    };
  }
  if (server.state === null) {
    const word: Word = { text: "Not started", tone: "plain" };
    return { word, text: `The first request to a checkpoint starts it.${waitingText(server)}`, action: "start" };
  }
  const isRunning = server.state === "starting" || server.state === "ready";
  const action = isRunning ? "stop" : server.state === "stopping" ? null : "start";
  return { word: words[server.state], text: `${stateText(server)}${waitingText(server)}`, action };
}

function stateText({ state, reason, requests, loaded_steps: loaded, idle_seconds: idleSeconds }: ModelServer): string {
  if (state === "starting")
    return requests === 0
      ? "It does not answer yet."
      : `It does not answer yet: ${countOf(requests, "request")} waiting.`;
  if (state !== "ready") return reason ?? "";
  const checkpoints =
    loaded.length === 0
      ? "no checkpoint of this model loaded"
      : `${loaded.length === 1 ? "step" : "steps"} ${loaded.join(", ")} loaded`;
  const idle = idleSeconds === null ? "" : ` Stops after ${formatDuration(idleSeconds * 1_000)} without requests.`;
  return `${countOf(requests, "request")} running, ${checkpoints}.${idle}`;
}

function waitingText({ waiting }: ModelServer): string {
  return waiting === 0 ? "" : ` ${countOf(waiting, "request")} waiting for another model server to end.`;
}
