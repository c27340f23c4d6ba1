import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { FailureState } from "@/components/state/failure-state";
import { checkpointsQuery } from "@/components/training/models/use-checkpoints";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { ModelSelect } from "./model-select";
import type { PartProps } from "./part-props";

/** A new model that begins with the weights of a checkpoint; the model of the checkpoint stays as it is. */
export function ForkedModel({ workspace, control, errors }: PartProps & { workspace: Workspace }) {
  const { draft, change } = control;
  const checkpoints = useQuery({
    ...checkpointsQuery(workspace.connectionId, draft.modelId),
    enabled: draft.modelId !== "",
    retry: false,
  });
  const steps = (checkpoints.data ?? []).toReversed().map(({ step }) => ({
    value: String(step),
    label: step === 0 ? "step 0, the start" : `step ${formatCount(step)}`,
  }));
  const options =
    draft.forkStep === "" || steps.some(({ value }) => value === draft.forkStep)
      ? steps
      : [...steps, { value: draft.forkStep, label: `step ${draft.forkStep}` }];
  return (
    <div className="flex flex-wrap items-start gap-2.5">
      <ModelSelect workspace={workspace} control={control} errors={errors} />
      <Field label="Checkpoint" error={errors.get("model.step")} className="w-[160px] max-md:w-full">
        {({ id }) => (
          <Select
            id={id}
            label="Checkpoint"
            value={draft.forkStep}
            placeholder={checkpoints.isLoading ? "Loading checkpoints" : "Choose a step"}
            isDisabled={options.length === 0}
            options={options}
            onChange={(forkStep) => change({ forkStep })}
          />
        )}
      </Field>
      <Field
        label="Name of the new model"
        error={errors.get("model.name")}
        hint="A copy of the weights, with checkpoints of its own from step 1"
        className="min-w-[240px] flex-1 max-md:w-full"
      >
        {(ids) => (
          <Input
            {...ids}
            isMono
            isInvalid={errors.has("model.name")}
            value={draft.modelName}
            onChange={(event) => change({ modelName: event.target.value })}
          />
        )}
      </Field>
      {checkpoints.isError ? (
        <FailureState failure={failureOf(checkpoints.error)} onRetry={() => void checkpoints.refetch()} />
      ) : null}
    </div>
  );
}
