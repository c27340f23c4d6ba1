import { EMPTY_RUN, type RunDraft } from "@/app/(dashboard)/[workspace]/runs/new/draft/run-draft";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import type { PartProps } from "./part-props";

/** The members of a draft that are typed numbers. */
type NumberName = {
  [Name in keyof RunDraft]: RunDraft[Name] extends string ? (string extends RunDraft[Name] ? Name : never) : never;
}[keyof RunDraft];

/** A number of the form. */
export interface NumberFieldRow {
  readonly name: NumberName;
  readonly label: string;
  /** Of the member in the settings. */
  readonly path: string;
  readonly unit?: string;
  /** Shown while nothing is typed. */
  readonly placeholder: string;
}

/** Number fields in a row. Values that differ from the defaults are tinted. */
export function NumberFields({ rows, control, errors }: PartProps & { rows: readonly NumberFieldRow[] }) {
  const { draft, change } = control;
  return (
    <div className="flex flex-wrap items-start gap-2.5 px-4 pb-3 max-md:px-3">
      {rows.map(({ name, label, path, unit, placeholder }) => (
        <Field
          key={name}
          label={label}
          error={errors.get(path)}
          isChanged={draft[name] !== EMPTY_RUN[name]}
          className="w-[132px]"
        >
          {(ids) => (
            <Input
              {...ids}
              inputMode="decimal"
              placeholder={placeholder}
              isChanged={draft[name] !== EMPTY_RUN[name]}
              isInvalid={errors.has(path)}
              value={draft[name]}
              trailing={unit === undefined ? undefined : <span className="text-small text-ink-3">{unit}</span>}
              onChange={(event) => change({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
