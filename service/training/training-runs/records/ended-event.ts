import { eventId } from "@/service/traces/events/event-id";
import type { ProductEvent } from "@/service/traces/events/product-event";

const KIND = "training_run.ended";

const WORDS: ReadonlyMap<string, string> = new Map([["stopped", "was stopped"]]);

interface EndedRun {
  readonly projectId: string;
  /** As clients see it, with its prefix. */
  readonly runId: string;
  readonly name: string;
  /** finished, stopped or failed. */
  readonly state: string;
  readonly at: string;
  /** Differs for each end: a logged run continues when it is logged to again. */
  readonly end: string;
}

/** Returns the event of a training run that has ended. */
export function trainingRunEnded({ projectId, runId, name, state, at, end }: EndedRun): ProductEvent {
  return {
    ...{ kind: KIND, event_id: eventId(KIND, runId, end), project_id: projectId, name, at },
    sentence: `Training run ${name} ${WORDS.get(state) ?? state}`,
    path: `r/run/${encodeURIComponent(runId)}`,
    subject: { training_run: { id: runId, state } },
  };
}
