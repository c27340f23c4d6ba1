import { Field } from "@/components/form/field";
import { Select } from "@/components/form/select";
import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { AccessChoices } from "./access-choices";

export interface NamedWorkspace {
  readonly id: string;
  readonly slug: string;
}

const ALL = "all";
const ACCESS_LABELS: Readonly<Record<AgentAccess, string>> = { read: "Read only", write: "Read, add data, run models" };

type AccessFieldsProps = {
  choices: AccessChoices;
  access: AgentAccess;
  onAccessChange: (access: AgentAccess) => void;
  workspaces: readonly NamedWorkspace[];
  /** Null for all. */
  workspaceId: string | null;
  onWorkspaceChange: (workspaceId: string | null) => void;
};

/** What a program may do, and where. */
export function AccessFields({
  choices: { choices, limit },
  access,
  onAccessChange,
  workspaces,
  workspaceId,
  onWorkspaceChange,
}: AccessFieldsProps) {
  const workspaceOptions = [
    { value: ALL, label: "All workspaces" },
    ...workspaces.map(({ id, slug }) => ({ value: id, label: slug })),
  ];
  return (
    <>
      <Field
        label="Access"
        hint={
          limit ?? (access === "write" ? "Running models is billed by their provider. Data are only added." : undefined)
        }
      >
        {({ id }) => (
          <Select
            id={id}
            label="Access"
            value={access}
            options={choices.map((value) => ({ value, label: ACCESS_LABELS[value] }))}
            onChange={onAccessChange}
            isDisabled={choices.length === 1}
          />
        )}
      </Field>
      <Field label="Workspace">
        {({ id }) => (
          <Select
            id={id}
            label="Workspace"
            value={workspaceId ?? ALL}
            options={workspaceOptions}
            onChange={(value) => onWorkspaceChange(value === ALL ? null : value)}
          />
        )}
      </Field>
    </>
  );
}
