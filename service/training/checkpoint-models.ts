import type { InputOf, ResultOf } from "@/lib/api/contract/operations";

/** What is asked of a checkpoint. */
export interface CheckpointRequest {
  readonly baseModel: string;
  readonly step: number;
  /** The checkpoint's files; null for step 0, which is the base model. */
  readonly path: string | null;
  /** The request as it came. */
  readonly request: InputOf<"chat.complete">["body"];
}

/** Answers chat completions from checkpoints: a program or a module that can run the base models that are trained. */
export interface CheckpointModels {
  /** @throws ServiceError when it cannot answer from this base model */
  complete(request: CheckpointRequest, signal: AbortSignal): Promise<ResultOf<"chat.complete">>;
}
