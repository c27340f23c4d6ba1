import { Plus } from "lucide-react";
import { useMemo } from "react";
import type { DraftEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { isVariableName } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-variables";
import { withVariable } from "@/app/(dashboard)/[workspace]/playground/draft/with-variable";
import { columnsOfRows, mapVariables, otherColumns } from "@/app/(dashboard)/[workspace]/playground/rows/prepare-rows";
import { Button } from "@/components/ui/button";

const MAX_COLUMNS = 12;

/** The columns of the loaded rows that no variable uses, each with a button that writes it into the prompt. */
export function RowColumns({ playground, names }: { playground: DraftEditing; names: readonly string[] }) {
  const { draft, change } = playground;
  const columns = useMemo(() => columnsOfRows(draft.rows), [draft.rows]);
  const unused = otherColumns(columns, mapVariables(names, columns, draft.rowColumns)).filter(isVariableName);
  if (unused.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1 pr-3 pb-2 pl-4 max-md:pl-3">
      <span className="mr-1 text-small text-ink-3">Use a column of the rows</span>
      {unused.slice(0, MAX_COLUMNS).map((column) => (
        <Button
          key={column}
          size="small"
          aria-label={`Use column ${column}`}
          className="text-code font-normal"
          icon={<Plus size={11} strokeWidth={2} aria-hidden="true" />}
          onClick={() => change((before) => ({ ...before, messages: withVariable(before.messages, column) }))}
        >
          {column}
        </Button>
      ))}
    </div>
  );
}
