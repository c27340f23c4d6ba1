import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { REDACTION_PLACES, type RedactionRule } from "@/lib/api/contract/admin/redaction";
import { PLACE_LABELS } from "./prepare-redaction";

type RuleFieldsProps = {
  draft: RedactionRule;
  errors: Partial<Record<"name" | "pattern" | "places", string | undefined>>;
  onChange: (changes: Partial<RedactionRule>) => void;
  /** Called when a text was typed. */
  onTyped: () => void;
};

/** The fields of a rule: the value that it looks for, the places, and the action. */
export function RuleFields({ draft, errors, onChange, onTyped }: RuleFieldsProps) {
  const isKey = draft.kind === "key";
  return (
    <>
      <Field label="Name" hint="stands in the place of each value" error={errors.name}>
        {(ids) => (
          <Input
            {...ids}
            value={draft.name}
            isInvalid={errors.name !== undefined}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.target.value })}
            onBlur={onTyped}
          />
        )}
      </Field>
      <Group label="Looks for">
        <Segmented
          label="Looks for"
          value={draft.kind}
          segments={[
            { value: "key", label: "Key" },
            { value: "expression", label: "Expression" },
          ]}
          onChange={(kind) => onChange({ kind })}
        />
      </Group>
      <Field
        label={isKey ? "Key" : "Regular expression"}
        hint={
          isKey
            ? "name of a member at any depth, such as password, or user.email; letter case does not matter"
            : "in RE2 syntax; only what it matches in a text is replaced"
        }
        error={errors.pattern}
      >
        {(ids) => (
          <Input
            {...ids}
            isMono
            value={draft.pattern}
            isInvalid={errors.pattern !== undefined}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ pattern: event.target.value })}
            onBlur={onTyped}
          />
        )}
      </Field>
      <Places places={draft.places} error={errors.places} onChange={(places) => onChange({ places })} />
      <Group label="Action">
        <Segmented
          label="Action"
          value={draft.action}
          segments={[
            { value: "remove", label: "Remove" },
            { value: "hash", label: "Hash" },
          ]}
          onChange={(action) => onChange({ action })}
        />
        <span className="text-micro text-ink-3">
          {draft.action === "remove" ? "nothing of the value is stored" : "equal values of the project stay equal"}
        </span>
      </Group>
    </>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-1">
      <span aria-hidden="true" className="text-micro font-medium text-ink-3">
        {label}
      </span>
      {children}
    </div>
  );
}

type PlacesProps = {
  places: RedactionRule["places"];
  error: string | undefined;
  onChange: (places: RedactionRule["places"]) => void;
};

function Places({ places, error, onChange }: PlacesProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-1 text-micro font-medium text-ink-3">In</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2 text-small">
        {REDACTION_PLACES.map((place) => (
          <div key={place} className="flex items-center gap-1.5">
            <Checkbox
              id={`${id}-${place}`}
              checked={places.includes(place)}
              onCheckedChange={(isChecked) =>
                onChange(
                  REDACTION_PLACES.filter((each) => (each === place ? isChecked === true : places.includes(each))),
                )
              }
            />
            <label htmlFor={`${id}-${place}`}>{PLACE_LABELS[place]}</label>
          </div>
        ))}
      </div>
      {error === undefined ? null : (
        <span id={`${id}-error`} role="alert" className="text-micro text-err">
          {error}
        </span>
      )}
    </fieldset>
  );
}
