import type { Handler } from "@/service/traces/handlers/handler";
import type { Redaction } from "@/service/traces/redaction/redaction";
import { withoutSecrets } from "@/service/training/training-runs/logged/without-secrets";
import { loggedRunId } from "@/service/training/training-runs/reading/logged-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Stores an iteration of a loop that another program runs. */
export function logTrainingRunHandler({ logged }: TrainingRuns, redaction: Redaction): Handler<"trainingRuns.log"> {
  return async ({ body }, { identity }) => {
    const redacted = withoutSecrets(body, redaction.redactorOf(body.project_id));
    const { run, iterations, rollouts, isTextStored } = await logged.log(redacted, identity.userId);
    const stored = body.iterations.length;
    return {
      ...{ run_id: loggedRunId(run), iterations, rollouts },
      ...(stored > 0 ? { stored_iterations: stored } : {}),
      ...(isTextStored === null ? {} : { stored_text: isTextStored }),
    };
  };
}
