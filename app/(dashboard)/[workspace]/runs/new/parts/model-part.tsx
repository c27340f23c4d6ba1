"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { missingModelParts } from "@/app/(dashboard)/[workspace]/runs/new/draft/run-draft";
import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { ForkedModel } from "./forked-model";
import { ModelSelect } from "./model-select";
import type { PartProps } from "./part-props";
import { RemoteModel } from "./remote-model";

/**
 * The model that is trained: a new one on a base model or a checkpoint, an existing one from its newest
 * checkpoint, or one of another service.
 */
export function ModelPart({ workspace, control, errors }: PartProps & { workspace: Workspace }) {
  const { draft, change } = control;
  const isDone = missingModelParts(draft).length === 0;
  return (
    <section aria-label="Model" className="border-b border-line">
      <NumberedHeading number={1} title="Model" isDone={isDone}>
        <Segmented
          label="Which model"
          size="small"
          value={draft.modelKind}
          onChange={(modelKind) => change({ modelKind })}
          segments={[
            { value: "new", label: "New model" },
            { value: "existing", label: "Existing model" },
            { value: "fork", label: "Fork" },
            { value: "remote", label: "On another service" },
          ]}
        />
      </NumberedHeading>
      <div className="px-4 pb-3 max-md:px-3">
        {draft.modelKind === "new" ? <NewModel workspace={workspace} control={control} errors={errors} /> : null}
        {draft.modelKind === "existing" ? (
          <ModelSelect workspace={workspace} control={control} errors={errors} />
        ) : null}
        {draft.modelKind === "fork" ? <ForkedModel workspace={workspace} control={control} errors={errors} /> : null}
        {draft.modelKind === "remote" ? <RemoteModel workspace={workspace} control={control} errors={errors} /> : null}
      </div>
    </section>
  );
}

function NewModel({ workspace, control, errors }: PartProps & { workspace: Workspace }) {
  const { draft, change } = control;
  const listId = useId();
  const bases = useQuery({ ...serviceQuery(workspace.connectionId, "models.base", undefined), retry: false });
  const available = bases.data ?? [];
  const isUntrainable =
    available.length > 0 && draft.baseModel.trim() !== "" && !available.includes(draft.baseModel.trim());
  return (
    <div className="flex flex-wrap items-start gap-2.5">
      <Field label="Name of the model" error={errors.get("model.name")} className="w-[240px] max-md:w-full">
        {(ids) => (
          <Input
            {...ids}
            isMono
            isInvalid={errors.has("model.name")}
            placeholder="support-agent"
            value={draft.modelName}
            onChange={(event) => change({ modelName: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Base model"
        error={errors.get("model.base_model")}
        hint={
          available.length === 0
            ? undefined
            : `${isUntrainable ? "This service's trainer cannot train it. " : ""}Available: ${available.join(", ")}`
        }
        className="min-w-0 flex-1"
      >
        {(ids) => (
          <>
            <Input
              {...ids}
              isMono
              list={listId}
              isInvalid={errors.has("model.base_model")}
              placeholder={available[0]}
              value={draft.baseModel}
              onChange={(event) => change({ baseModel: event.target.value })}
            />
            <datalist id={listId}>
              {available.map((base) => (
                <option key={base} value={base} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    </div>
  );
}
