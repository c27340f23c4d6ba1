"use client";

import type { FilePreview } from "@/app/(dashboard)/[workspace]/import/preview/prepare-file-preview";
import { SourceRecordsTable } from "@/app/(dashboard)/[workspace]/import/preview/source-records-table";
import { Field } from "@/components/form/field";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { AS_READ, AS_READ_MAPPING, type ImportMapping, isMapped } from "@/lib/import/mapping/import-mapping";
import { fieldOptions, MAPPED_FIELDS, scoreNamesOf } from "./prepare-mapping";
import { ScoreNames } from "./score-names";

type MappingEditorProps = {
  /** Of the whole file, whatever is left out. */
  preview: FilePreview;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
};

/** What becomes of the records of another tool's export, each of which can be changed. */
export function MappingEditor({ preview, mapping, onChange }: MappingEditorProps) {
  const { leftOut } = mapping;
  const scores = scoreNamesOf(preview, mapping);
  return (
    <>
      <SourceRecordsTable
        preview={preview}
        leftOut={leftOut}
        onToggle={(kind) =>
          onChange({
            ...mapping,
            leftOut: leftOut.includes(kind) ? leftOut.filter((each) => each !== kind) : [...leftOut, kind],
          })
        }
      />
      {preview.fields.length > 0 ? (
        <section aria-label="Fields" className="grid gap-1.5">
          <h2 className="font-medium">
            Fields <span className="font-normal text-ink-3">of the first calls</span>
          </h2>
          <div className="grid gap-3 md:grid-cols-3">
            {MAPPED_FIELDS.map(({ field, label, hint }) => (
              <Field key={field} label={label} hint={hint} isChanged={mapping[field] !== AS_READ}>
                {({ id }) => (
                  <Select
                    id={id}
                    label={label}
                    value={mapping[field]}
                    options={fieldOptions(preview.fields)}
                    onChange={(choice) => onChange({ ...mapping, [field]: choice })}
                  />
                )}
              </Field>
            ))}
          </div>
        </section>
      ) : null}
      {scores.length > 0 ? (
        <ScoreNames
          scores={scores}
          onChange={(name, chosen) => {
            const { [name]: _, ...others } = mapping.scores;
            onChange({ ...mapping, scores: chosen === name ? others : { ...others, [name]: chosen } });
          }}
        />
      ) : null}
      {isMapped(mapping) ? (
        <div>
          <Button size="small" onClick={() => onChange({ ...AS_READ_MAPPING, newIds: mapping.newIds })}>
            Reset the mapping
          </Button>
        </div>
      ) : null}
    </>
  );
}
