import type { Store } from "@/service/traces/store/engine/store";
import type { TaskValues, TrainingRunRecord } from "@/service/training/training-runs/records/run-records";
import { type RecordedResult, readRecordedResults } from "./recorded-results";

const NONE: readonly RecordedResult[] = [];

/** The recorded results of a run's threads, each read when its first rollout calls a tool. */
export class RecordedThreads {
  readonly #store: Store;
  readonly #projectId: string;
  readonly #tools: ReadonlySet<string>;
  readonly #read = new Map<string, Promise<readonly RecordedResult[]>>();

  constructor(store: Store, { projectId, settings }: Pick<TrainingRunRecord, "projectId" | "settings">) {
    this.#store = store;
    this.#projectId = projectId;
    this.#tools = new Set(settings.tools?.definitions.map((one) => one.function.name));
  }

  /** Returns the results of a task's thread; none for a task without a thread. */
  async read({ thread_id: threadId }: TaskValues, signal: AbortSignal): Promise<readonly RecordedResult[]> {
    if (typeof threadId !== "string") return NONE;
    const known = this.#read.get(threadId);
    if (known) return await known;
    const place = { projectId: this.#projectId, threadId, tools: this.#tools };
    const reading = readRecordedResults(this.#store, place, signal);
    this.#read.set(threadId, reading);
    // A failed read is repeated at the next call.
    reading.catch(() => this.#read.delete(threadId));
    return await reading;
  }
}
