"use client";

import { useBaseUrl } from "@/components/session/use-base-url";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Snippet } from "@/components/ui/snippet";
import { countOf } from "@/lib/format/count";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";

/** Returns the shortest program that logs an evaluation, with the addresses of this workspace. */
function firstProgram(baseUrl: string, projectId: string): string {
  return [
    `# WANDB_BASE_URL=${baseUrl}`,
    "# WANDB_API_KEY=<a key of the service>",
    "import asyncio, weave",
    `weave.init("${projectId}")`,
    "@weave.op",
    "def answer(question): return question.upper()",
    "@weave.op",
    "def exact(expected, output): return output == expected",
    'rows = [{"question": "hi", "expected": "HI"}]',
    'evaluation = weave.Evaluation(name="shout", dataset=rows, scorers=[exact])',
    "asyncio.run(evaluation.evaluate(answer))",
  ].join("\n");
}

/** Shown when there are no evaluations yet: explains them, with a program that logs one. */
export function NoEvaluations({ workspace }: { workspace: Workspace }) {
  const snippet = firstProgram(useBaseUrl(workspace.connectionId), workspace.projectId);
  return (
    <PaneState
      kind="empty"
      title={`No evaluations in ${splitProject(workspace.projectId).project} yet`}
      extra={<Snippet text={snippet} noun="program" />}
    >
      An evaluation runs a model on every row of a dataset and scores the answers. Runs of{" "}
      <span className="text-code">weave.Evaluation</span> and <span className="text-code">EvaluationLogger</span> appear
      here as they happen.
    </PaneState>
  );
}

/** Shown when no evaluation matches the search. */
export function NoEvaluationsMatch({ query, count, onClear }: { query: string; count: number; onClear: () => void }) {
  return (
    <PaneState
      kind="no-match"
      title="No evaluations match the search"
      actions={
        <Button size="small" onClick={onClear}>
          Clear the search
        </Button>
      }
    >
      No name, model or dataset of {countOf(count, "evaluation")} contains{" "}
      <span className="text-code text-ink">{query}</span>.
    </PaneState>
  );
}
