"use client";

import { useQuery } from "@tanstack/react-query";
import type { DraftControl } from "@/components/evaluation/setup/draft-control";
import { FieldError } from "@/components/evaluation/setup/field-error";
import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { PromptFields } from "@/components/evaluation/setup/prompt-fields";
import { Select } from "@/components/form/select";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

const OWN = "own";
const MAX_VERSIONS = 200;

type PromptPartProps = { workspace: Workspace; control: DraftControl; errors: ReadonlyMap<string, string> };

/** The request that every checkpoint gets: messages, or a version of a prompt object. */
export function PromptPart({ workspace, control, errors }: PromptPartProps) {
  const { draft, change } = control;
  const prompts = useQuery(
    serviceQuery(workspace.connectionId, "objs.query", {
      project_id: workspace.projectId,
      filter: { base_object_classes: ["Prompt"] },
      metadata_only: true,
      limit: MAX_VERSIONS,
    }),
  );
  const versions = (prompts.data?.objs ?? []).map(({ object_id: id, digest, version_index: index }) => ({
    value: `weave:///${workspace.projectId}/object/${id}:${digest}`,
    label: `${id} v${index}`,
  }));
  const [model] = draft.models;
  const ref = model?.promptRef ?? null;
  const known = ref === null || versions.some(({ value }) => value === ref);
  return (
    <section aria-label="Prompt" className="border-b border-line">
      <NumberedHeading number={1} title="Prompt" isDone={ref !== null || draft.user.trim() !== ""}>
        {versions.length > 0 || ref !== null ? (
          <Select
            label="Prompt"
            value={ref ?? OWN}
            options={[
              { value: OWN, label: "Messages below" },
              ...(known ? [] : [{ value: ref, label: ref.split("/").at(-1) ?? ref }]),
              ...versions,
            ]}
            onChange={(value) =>
              change({ models: [{ model: model?.model ?? "", promptRef: value === OWN ? null : value }] })
            }
            className="h-(--ctl-h-small) max-w-[240px] text-small"
          />
        ) : null}
      </NumberedHeading>
      <div className="px-4 max-md:px-3">
        <FieldError text={errors.get("models[0].prompt_ref") ?? errors.get("models[0].model")} />
        {prompts.isError ? (
          <p className="pb-1 text-small text-warn">
            Prompt objects could not be loaded: {failureOf(prompts.error).message}
          </p>
        ) : null}
      </div>
      <PromptFields control={control} errors={errors} />
    </section>
  );
}
