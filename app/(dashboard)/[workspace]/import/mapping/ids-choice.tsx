import { CheckLine } from "@/components/form/check-line";
import type { ImportMapping } from "@/lib/import/mapping/import-mapping";

type IdsChoiceProps = { mapping: ImportMapping; onChange: (mapping: ImportMapping) => void };

/** Whether calls keep their ids. New ones are for a file whose calls were deleted here: their ids are not used again. */
export function IdsChoice({ mapping, onChange }: IdsChoiceProps) {
  return (
    <div className="grid gap-1">
      <CheckLine
        label="Keep original ids"
        isOn={!mapping.newIds}
        onChange={(keeps) => onChange({ ...mapping, newIds: !keeps })}
      />
      {mapping.newIds ? (
        <p className="text-small leading-[17px] text-ink-2">
          Also calls that were deleted here are imported again. Importing the file twice then stores it twice, and other
          files do not find these calls.
        </p>
      ) : null}
    </div>
  );
}
