"use client";

import { Play } from "lucide-react";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ProjectOfConnection } from "./use-open-project";
import { useSmallAgent } from "./use-small-agent";

/** Starts the run of a small agent with one click. */
export function SmallAgentButton(project: ProjectOfConnection) {
  const start = useSmallAgent();
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        kind="primary"
        isBusy={start.isPending || start.isSuccess}
        icon={<Play size={14} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => start.mutate(project)}
      >
        Train a small agent
      </Button>
      {start.isError ? (
        <Callout tone="err">
          Not started. <FailureDetails failure={failureOf(start.error)} />
        </Callout>
      ) : null}
    </div>
  );
}
