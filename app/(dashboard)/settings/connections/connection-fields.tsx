import type { ReactNode } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { SecretField } from "@/components/settings/secret-field";
import type { Connection } from "@/lib/workspace/connection";
import { type ConnectionDraft, connectionDraftOf, isOriginChanged } from "./prepare-connection-form";

/** Locations of validation errors that belong to a field of the form. */
export const connectionFieldNames = ["name", "baseUrl", "basic.username", "basic.password", "bearer.token"] as const;

const dialects = [
  { value: "svc", label: "Heddle service" },
  { value: "wb", label: "Public server" },
] as const;

type ConnectionFieldsProps = {
  stored: Connection | null;
  draft: ConnectionDraft;
  errors: Partial<Record<(typeof connectionFieldNames)[number], string>>;
  isEditable: boolean;
  onChange: (change: Partial<ConnectionDraft>) => void;
};

/** The fields of a connection; values that differ from the stored ones are tinted. */
export function ConnectionFields({ stored, draft, errors, isEditable, onChange }: ConnectionFieldsProps) {
  const before = connectionDraftOf(stored);
  const isMoved = isOriginChanged(stored, draft);
  const bind = (member: "name" | "baseUrl" | "username") => ({
    value: draft[member],
    disabled: !isEditable,
    isChanged: stored !== null && draft[member] !== before[member],
    onChange: (event: { target: { value: string } }) => onChange({ [member]: event.target.value }),
  });
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5">
        <Field label="Name" error={errors.name}>
          {(ids) => <Input {...ids} {...bind("name")} isInvalid={errors.name !== undefined} required maxLength={80} />}
        </Field>
        <Field label="Dialect">
          {({ id }) => (
            <Select
              id={id}
              label="Dialect"
              value={draft.dialect}
              options={dialects}
              isDisabled={!isEditable}
              onChange={(dialect) => onChange({ dialect })}
            />
          )}
        </Field>
      </div>
      <Field
        label="Base URL"
        error={errors.baseUrl}
        hint={isMoved ? "New base URL: enter the credentials again." : undefined}
      >
        {(ids) => (
          <Input
            {...ids}
            {...bind("baseUrl")}
            isMono
            isInvalid={errors.baseUrl !== undefined}
            required
            placeholder="https://traces.example.com"
            spellCheck={false}
          />
        )}
      </Field>
      <Group title="Basic" note="all operations except training">
        <div className="grid grid-cols-2 gap-2.5">
          <Field label="Username" error={errors["basic.username"]}>
            {(ids) => <Input {...ids} {...bind("username")} isMono spellCheck={false} />}
          </Field>
          <SecretField
            label="Password"
            value={draft.password}
            isEntryRequired={isMoved}
            isEditable={isEditable}
            error={errors["basic.password"]}
            onChange={(password) => onChange({ password })}
          />
        </div>
      </Group>
      <Group title="Bearer" note="training and model operations (preview)">
        <SecretField
          label="Token"
          value={draft.token}
          isEntryRequired={isMoved}
          isEditable={isEditable}
          error={errors["bearer.token"]}
          hint="Encrypted on the server and never sent back."
          onChange={(token) => onChange({ token })}
        />
      </Group>
    </>
  );
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-2.5 border-t border-line pt-2.5">
      <legend className="float-left mb-0.5 flex w-full items-center gap-2 font-medium">
        {title}
        <span className="text-small font-normal text-ink-3">{note}</span>
      </legend>
      {children}
    </fieldset>
  );
}
