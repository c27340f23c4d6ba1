import type { LoggedRollout } from "@/lib/api/contract/training-runs/logged-runs";

/** The part of a rollout that figures do not need. */
export type RolloutContent = Pick<
  LoggedRollout,
  "messages" | "answer" | "scores" | "finish_reason" | "call_id" | "trace_id" | "weight_version"
>;

export interface LoggedRolloutRecord extends Pick<LoggedRollout, "reward" | "error" | "tokens"> {
  readonly task: number;
  readonly rollout: number;
  readonly loggedAt: string;
  readonly content: RolloutContent;
}
