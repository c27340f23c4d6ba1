/** The tasks that a model was trained on, as its jobs and training runs say. */
export interface TrainedTasks {
  /** Changes when the model is trained on more. */
  readonly version: string;
  /** Digests of table rows that training runs took their tasks from. */
  readonly rowDigests: ReadonlySet<string>;
  /** Keys of the first user messages of its trajectories; see `messageKey`. */
  readonly messages: ReadonlySet<string>;
}

/** Says what models of this service were trained on. */
export interface ModelLineage {
  /**
   * Returns the tasks that a model was trained on in all of its jobs, whichever checkpoint is named, so that all
   * checkpoints of a model are compared on the same rows. Null for other models and for those without a job.
   *
   * @param model the name in requests to it: `wandb-artifact:///entity/project/name:step3`
   */
  trainedTasks(projectId: string, model: string, signal: AbortSignal): Promise<TrainedTasks | null>;
}

/** The lineage where no model is trained. */
export const NO_LINEAGE: ModelLineage = { trainedTasks: async () => null };
