"use client";

import { useQuery } from "@tanstack/react-query";
import { EMPTY_RUN } from "@/app/(dashboard)/[workspace]/runs/new/draft/run-draft";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { reviewKey, useQueues } from "@/components/review/use-queues";
import { Link } from "@/components/ui/link";
import { readRubric } from "@/lib/review/read-rubric";
import { hasRewards } from "@/lib/review/rubric";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PartProps } from "./part-props";

const NONE = "none";

/** The score that people give: a review queue gets the rollouts, and the answers to one of its questions count. */
export function LabelPart({ workspace, control, errors }: PartProps & { workspace: Workspace }) {
  const { draft, change } = control;
  const { queues, failure } = useQueues(workspace);
  const isUsed = draft.labelQueue !== "";
  const queueError = errors.get("reward.label.queue_id");
  return (
    <section aria-label="Labels" className="border-b border-line px-4 py-2.5 max-md:px-3">
      <div className="flex flex-wrap items-start gap-2.5">
        <Field
          label="Human labels"
          hint={failure === null ? undefined : `Review queues could not be loaded: ${failure.message}`}
          error={queueError}
          isChanged={isUsed}
          className="w-[240px] max-md:w-full"
        >
          {({ id }) => (
            <Select
              id={id}
              label="Human labels"
              value={isUsed ? draft.labelQueue : NONE}
              options={[
                { value: NONE, label: "not used" },
                ...queues.map(({ id: value, name }) => ({ value, label: name })),
                ...(isUsed && !queues.some(({ id: known }) => known === draft.labelQueue)
                  ? [{ value: draft.labelQueue, label: draft.labelQueue }]
                  : []),
              ]}
              onChange={(value) => change({ labelQueue: value === NONE ? "" : value, labelQuestion: "" })}
            />
          )}
        </Field>
        {isUsed ? (
          <>
            <QuestionField
              workspace={workspace}
              refs={queues.find(({ id }) => id === draft.labelQueue)?.scorer_refs ?? []}
              control={control}
              errors={errors}
            />
            <Field
              label="Wait at most"
              error={errors.get("reward.label.max_wait_minutes")}
              isChanged={draft.labelWaitMinutes !== EMPTY_RUN.labelWaitMinutes}
              className="w-[132px]"
            >
              {(ids) => (
                <Input
                  {...ids}
                  inputMode="decimal"
                  placeholder="no limit"
                  value={draft.labelWaitMinutes}
                  trailing={<span className="text-small text-ink-3">min</span>}
                  onChange={(event) => change({ labelWaitMinutes: event.target.value })}
                />
              )}
            </Field>
          </>
        ) : null}
      </div>
      <p className="pt-1.5 text-small text-ink-3">
        {isUsed ? (
          "Each iteration adds its rollouts to this queue, and continues once all are labeled or skipped. "
        ) : (
          <>
            People can score the rollouts in a review queue.{" "}
            <Link href={`/${workspace.slug}/review?new=true`} className="text-accent-text underline">
              New review queue
            </Link>
          </>
        )}
      </p>
    </section>
  );
}

type QuestionFieldProps = PartProps & { workspace: Workspace; refs: readonly string[] };

/** The question whose answers are the score; only questions with answers that are numbers are offered. */
function QuestionField({ workspace, refs, control, errors }: QuestionFieldProps) {
  const { connectionId, projectId } = workspace;
  const { draft, change } = control;
  const rubric = useQuery({
    queryKey: [...reviewKey(connectionId, projectId), "rubric", refs],
    queryFn: ({ signal }) => readRubric({ connectionId, projectId, signal }, refs),
    enabled: refs.length > 0,
    retry: false,
  });
  const questions = (rubric.data?.questions ?? []).filter(hasRewards);
  const { labelQuestion: chosen } = draft;
  const isKnown = questions.some(({ name }) => name === chosen);
  return (
    <Field
      label="Question"
      hint={
        rubric.isError
          ? "The questions could not be loaded"
          : rubric.data && questions.length === 0
            ? "No question of this queue has answers that are numbers"
            : undefined
      }
      error={errors.get("reward.label.question")}
      className="w-[240px] max-md:w-full"
    >
      {({ id }) => (
        <Select
          id={id}
          label="Question"
          value={chosen === "" ? NONE : chosen}
          options={[
            ...(chosen === "" ? [{ value: NONE, label: "choose" }] : []),
            ...questions.map(({ name, title }) => ({ value: name, label: title })),
            ...(chosen === "" || isKnown ? [] : [{ value: chosen, label: chosen }]),
          ]}
          onChange={(value) => change({ labelQuestion: value === NONE ? "" : value })}
        />
      )}
    </Field>
  );
}
