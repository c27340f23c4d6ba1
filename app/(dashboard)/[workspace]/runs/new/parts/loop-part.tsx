"use client";

import { useQuery } from "@tanstack/react-query";
import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { type NumberFieldRow, NumberFields } from "./number-fields";
import type { PartProps } from "./part-props";

const FIELDS: readonly NumberFieldRow[] = [
  { name: "groupSize", label: "Rollouts per group", path: "group_size", placeholder: "8" },
  { name: "tasksPerIteration", label: "Groups per iteration", path: "tasks_per_iteration", placeholder: "8" },
  { name: "iterations", label: "Iterations", path: "iterations", placeholder: "20" },
  { name: "temperature", label: "Temperature", path: "params.temperature", placeholder: "1" },
  { name: "maxAnswerTokens", label: "Max tokens", path: "params.max_tokens", placeholder: "256" },
  { name: "learningRate", label: "Learning rate", path: "config.learning_rate", placeholder: "of the trainer" },
  { name: "seed", label: "Seed", path: "seed", placeholder: "random" },
];

const MAX_VERSIONS = 500;
const NONE = "none";

/** The size of the loop, sampling, the trainer's settings, and the evaluation of checkpoints. */
export function LoopPart({ workspace, control, errors }: PartProps & { workspace: Workspace }) {
  const { draft, change } = control;
  return (
    <section aria-label="Loop" className="border-b border-line">
      <NumberedHeading number={5} title="Loop" isDone={false} />
      <NumberFields rows={FIELDS} control={control} errors={errors} />
      <div className="flex flex-wrap items-start gap-2.5 px-4 pb-3 max-md:px-3">
        <Field
          label="Other settings of the trainer"
          hint='JSON, for example {"kl_penalty_coef": 0.01}'
          error={errors.get("config")}
          isChanged={draft.config !== ""}
          className="w-[276px] max-md:w-full"
        >
          {(ids) => (
            <Input
              {...ids}
              isMono
              isInvalid={errors.has("config")}
              isChanged={draft.config !== ""}
              value={draft.config}
              onChange={(event) => change({ config: event.target.value })}
            />
          )}
        </Field>
        <HeldOut workspace={workspace} control={control} errors={errors} />
      </div>
    </section>
  );
}

/** The table that checkpoints are evaluated on, with the prompt and the scorers of the run. */
function HeldOut({ workspace, control, errors }: PartProps & { workspace: Workspace }) {
  const { draft, change } = control;
  const datasets = useQuery({
    ...serviceQuery(workspace.connectionId, "objs.query", {
      project_id: workspace.projectId,
      filter: { base_object_classes: ["Dataset"] },
      sort_by: [{ field: "created_at", direction: "desc" }],
      metadata_only: true,
      limit: MAX_VERSIONS,
    }),
    retry: false,
  });
  const versions = (datasets.data?.objs ?? []).map(({ object_id: id, digest, version_index: index }) => ({
    value: `weave:///${workspace.projectId}/object/${id}:${digest}`,
    label: `${id} v${index}`,
  }));
  const error = [...errors].find(([path]) => path.startsWith("evaluation"))?.[1];
  return (
    <>
      <Field
        label="Evaluate checkpoints on"
        hint={
          datasets.isError
            ? "Tables could not be loaded"
            : "Rows that are not trained on, with the same prompt and scorers"
        }
        error={error}
        className="w-[276px] max-md:w-full"
      >
        {({ id }) => (
          <Select
            id={id}
            label="Evaluate checkpoints on"
            value={draft.evaluationRef === "" ? NONE : draft.evaluationRef}
            options={[{ value: NONE, label: "no evaluation" }, ...versions]}
            onChange={(value) => change({ evaluationRef: value === NONE ? "" : value })}
          />
        )}
      </Field>
      {draft.evaluationRef === "" ? null : (
        <Field label="Every" error={errors.get("evaluation.every")} className="w-[132px]">
          {(ids) => (
            <Input
              {...ids}
              inputMode="numeric"
              value={draft.evaluationEvery}
              trailing={<span className="text-small text-ink-3">checkpoints</span>}
              onChange={(event) => change({ evaluationEvery: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
