import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/form/field";
import { Select } from "@/components/form/select";
import { FailureState } from "@/components/state/failure-state";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PartProps } from "./part-props";

const MAX_MODELS = 100;

/** The choice of a model of the project. A checkpoint that was chosen belongs to the model before, and is unset. */
export function ModelSelect({ workspace, control, errors }: PartProps & { workspace: Workspace }) {
  const { draft, change } = control;
  const models = useQuery({
    ...serviceQuery(workspace.connectionId, "models.list", {
      project_id: workspace.projectId,
      limit: MAX_MODELS,
      order: "desc",
    }),
    retry: false,
  });
  if (models.isError) {
    return <FailureState failure={failureOf(models.error)} onRetry={() => void models.refetch()} />;
  }
  const listed = models.data?.data ?? [];
  const isListed = listed.some(({ id }) => id === draft.modelId);
  const options = [
    ...listed.map(({ id, name, base_model: base }) => ({ value: id, label: `${name}, ${base}` })),
    // A model that is not in the list, such as that of a copied run.
    ...(draft.modelId === "" || isListed ? [] : [{ value: draft.modelId, label: draft.modelId }]),
  ];
  return (
    <Field
      label="Model"
      error={errors.get("model.model_id")}
      hint={listed.length === 0 && models.isSuccess ? "This project has no model yet. Choose New model." : undefined}
      className="w-[380px] max-md:w-full"
    >
      {({ id }) => (
        <Select
          id={id}
          label="Model"
          value={draft.modelId}
          placeholder={models.isPending ? "Loading models" : "Choose a model"}
          isDisabled={options.length === 0}
          options={options}
          onChange={(modelId) => change({ modelId, forkStep: "" })}
        />
      )}
    </Field>
  );
}
