"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { MAX_FIGURE_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { objectName } from "@/lib/api/contract/objects/object-name";
import {
  boardEvaluations,
  type DraftColumn,
  draftProblem,
  leaderboardDraft,
  leaderboardValue,
  newColumn,
  weightProblems,
} from "@/lib/evaluation/runs/leaderboard-draft";
import type { Workspace } from "@/lib/workspace/workspace";
import { ColumnFields } from "./column-fields";

/** A stored version of a leaderboard. */
export interface StoredBoard {
  readonly objectId: string;
  readonly val: unknown;
}

type LeaderboardDialogProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  /** Null for a new leaderboard. */
  board: StoredBoard | null;
  onSaved: (objectId: string) => void;
  onClose: () => void;
};

/** Creates a leaderboard, or a new version of one. */
export function LeaderboardDialog({ workspace, runs, board, onSaved, onClose }: LeaderboardDialogProps) {
  const { connectionId, projectId } = workspace;
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => leaderboardDraft(board?.objectId ?? "", board?.val));
  const objectId = board?.objectId ?? objectName(draft.name);
  const evaluations = boardEvaluations(runs, draft.columns);
  const runIds = evaluations.flatMap(({ ref, runId }) =>
    runId !== null && draft.columns.some(({ evaluationRef }) => evaluationRef === ref) ? [runId] : [],
  );
  const figures = useQuery({
    ...serviceQuery(connectionId, "evaluations.figures", {
      project_id: projectId,
      runs: runIds.slice(0, MAX_FIGURE_RUNS).map((id) => ({ id })),
    }),
    enabled: runIds.length > 0,
    placeholderData: (before) => before,
  });
  const scoresOf = (ref: string): readonly ScoreFigures[] => {
    const runId = evaluations.find((each) => each.ref === ref)?.runId;
    return figures.data?.runs.find(({ run_id: id }) => id === runId)?.scores ?? [];
  };
  const saving = useMutation({
    mutationFn: async () => {
      const val = leaderboardValue({ ...draft, name: objectId }, board?.val ?? null, (ref, id) => {
        return scoresOf(ref).find((score) => score.id === id)?.kind ?? "number";
      });
      await callOperation(connectionId, "obj.create", {
        body: { obj: { project_id: projectId, object_id: objectId, val } },
      });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: serviceQueryKey(connectionId, "objs.query", null).slice(0, 3) });
      onSaved(objectId);
    },
  });
  const change = (columns: readonly DraftColumn[]) => setDraft({ ...draft, columns });
  const add = () => {
    const last = draft.columns.at(-1)?.evaluationRef ?? evaluations[0]?.ref ?? "";
    change([...draft.columns, newColumn(Math.max(-1, ...draft.columns.map(({ key }) => key)) + 1, last)]);
  };
  const weights = weightProblems(draft.columns);
  const problem = draftProblem({ ...draft, name: objectId });
  return (
    <FormDialog
      title={board === null ? "New leaderboard" : `Edit ${board.objectId}`}
      description="Each column is a score of an evaluation. Rows are the models that have run it, with their newest results. The mean of all scores counts each by its weight (×)."
      size="wide"
      action={board === null ? "Create leaderboard" : "Save version"}
      isReady={problem === null}
      change={saving}
      aside={
        problem === null || weights.includes(problem) ? null : <span className="text-small text-ink-3">{problem}</span>
      }
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      {board === null ? (
        <Field
          label="Name"
          hint={
            objectId === "" ? "Letters, digits, dots and _." : `Saved as ${objectId}, as a new version if it exists.`
          }
        >
          {(ids) => (
            <Input {...ids} value={draft.name} onChange={({ target }) => setDraft({ ...draft, name: target.value })} />
          )}
        </Field>
      ) : null}
      <Field label="Description">
        {(ids) => (
          <Input
            {...ids}
            value={draft.description}
            onChange={({ target }) => setDraft({ ...draft, description: target.value })}
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-micro font-medium text-ink-3">Columns</legend>
        {draft.columns.map((column, index) => (
          <ColumnFields
            key={column.key}
            number={index + 1}
            column={column}
            evaluations={evaluations}
            scores={scoresOf(column.evaluationRef)}
            isLoading={figures.isFetching}
            weightProblem={weights[index] ?? null}
            onChange={(next) => change(draft.columns.map((each) => (each.key === column.key ? next : each)))}
            onRemove={() => change(draft.columns.filter(({ key }) => key !== column.key))}
          />
        ))}
        {figures.isError ? (
          <p role="alert" className="text-small text-err [overflow-wrap:anywhere]">
            Could not load the scores: {failureOf(figures.error).message}{" "}
            <Button size="small" onClick={() => void figures.refetch()}>
              Retry
            </Button>
          </p>
        ) : null}
        {evaluations.length === 0 ? (
          <p className="text-small text-ink-2">
            No evaluation has finished yet, so there are no scores to choose from.
          </p>
        ) : (
          <Button
            size="small"
            icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}
            className="justify-self-start"
            onClick={add}
          >
            Add column
          </Button>
        )}
      </fieldset>
    </FormDialog>
  );
}
