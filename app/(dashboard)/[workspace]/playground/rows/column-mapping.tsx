import { Select } from "@/components/form/select";
import { MISSING } from "@/lib/format/missing";
import { cellText, type MappedVariable } from "./prepare-rows";
import type { RowsDraft } from "./use-row-runs";

const MAX_PREVIEW_LENGTH = 160;

type ColumnMappingProps = {
  playground: RowsDraft;
  columns: readonly string[];
  mapping: readonly MappedVariable[];
  isDisabled: boolean;
  onChoose: (name: string, column: string) => void;
};

/** The column from which each variable takes its value, with the first row's value. */
export function ColumnMapping({ playground, columns, mapping, isDisabled, onChoose }: ColumnMappingProps) {
  const [first] = playground.draft.rows;
  if (first === undefined || mapping.length === 0) return null;
  return (
    <ul
      aria-label="Columns of the variables"
      className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-2 gap-y-1 sm:grid-cols-[minmax(0,auto)_14rem_minmax(0,1fr)]"
    >
      {mapping.map(({ name, column }) => (
        <li key={name} className="contents">
          <span className="self-center truncate text-code text-ink-2" title={name}>{`{{${name}}}`}</span>
          <Select
            label={`Column for ${name}`}
            value={column}
            options={optionsFor(name, columns)}
            isDisabled={isDisabled}
            onChange={(chosen) => onChoose(name, chosen)}
            className="h-(--ctl-h-small) text-small"
          />
          <span className="self-center truncate text-small text-ink-3 max-sm:hidden">
            {previewOf(cellText(first, column))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function optionsFor(name: string, columns: readonly string[]) {
  const options = columns.map((column) => ({ value: column, label: column }));
  return columns.includes(name) ? options : [...options, { value: name, label: "Typed below" }];
}

function previewOf(text: string): string {
  return text === "" ? MISSING : text.slice(0, MAX_PREVIEW_LENGTH).replaceAll(/\s+/g, " ");
}
