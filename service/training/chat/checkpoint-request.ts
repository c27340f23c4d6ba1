import type { InputOf } from "@/lib/api/contract/operations";

/** A request to a checkpoint. */
export interface CheckpointRequest {
  readonly baseModel: string;
  /** `wandb-artifact:///entity/project/name:step3`, also where the request names the newest. */
  readonly name: string;
  readonly checkpointId: string;
  /** The checkpoint's files; null for a base model. */
  readonly path: string | null;
  /** The request as received. */
  readonly request: InputOf<"chat.complete">["body"];
}
