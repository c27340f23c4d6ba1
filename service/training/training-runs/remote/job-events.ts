import { MeansByName } from "@/service/training/batches/split-metrics";
import type { JobProgress } from "@/service/training/training-runs/jobs/training-port";
import type { RemoteService } from "./remote-service";

/** The events of a job on a remote service, read so far. */
export class JobEvents {
  #after: string | null = null;
  #done = 0;
  #total: number | null = null;
  readonly #means = new MeansByName();
  /** True after the event that ends the job. */
  hasEnded = false;
  /** The reason of a failed job. */
  failure: string | null = null;

  get progress(): JobProgress {
    return { done: this.#done, total: this.#total };
  }

  /** The means of the metrics over the gradient steps. */
  get means(): Readonly<Record<string, number>> {
    return this.#means.result();
  }

  /** Reads all events after the last known one. @throws RemoteFailure */
  async read(service: RemoteService, jobId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { events, hasMore } = await service.events(jobId, this.#after, signal);
      for (const { id, type, data } of events) {
        this.#after = id;
        this.#take(type, data);
      }
      if (!hasMore || events.length === 0) return;
    }
  }

  #take(type: string, data: Readonly<Record<string, unknown>>): void {
    if (type === "training_started" && typeof data.num_sequences === "number") this.#total = data.num_sequences;
    if (type === "gradient_step") {
      this.#done += 1;
      this.#means.add(data);
    }
    if (type === "training_failed") {
      const { error_message: message } = data;
      this.failure = typeof message === "string" && message !== "" ? message : "The service gave no reason.";
    }
    this.hasEnded ||= type === "training_ended" || type === "training_failed";
  }
}
