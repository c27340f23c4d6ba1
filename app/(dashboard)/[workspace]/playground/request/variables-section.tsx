import { useState } from "react";
import { messagesOf } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { hasValue, variablesIn } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-variables";
import { SectionHead } from "@/app/(dashboard)/[workspace]/playground/form/section-head";
import type { RowsDraft } from "@/app/(dashboard)/[workspace]/playground/rows/use-row-runs";
import { openedLater } from "@/components/dialog/opened-later";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { RowColumns } from "./row-columns";

const RowsDialog = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/rows/rows-dialog")).RowsDialog,
);

/** Values for the `{{name}}` variables in the messages of any column; renders nothing without variables and rows. */
export function VariablesSection({ playground, canRun }: { playground: RowsDraft; canRun: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const { draft, change } = playground;
  const names = variablesIn([...new Set(draft.columns.map((column) => messagesOf(draft, column)))].flat());
  if (names.length === 0 && draft.rows.length === 0) return null;
  const missing = names.filter((name) => !hasValue(draft.variables, name));
  return (
    <section aria-label="Variables">
      <SectionHead
        title="Variables"
        fact={names.length > 0 && missing.length === 0 ? `${names.length}, all set` : undefined}
      >
        <Button kind="ghost" size="small" onClick={() => setIsOpen(true)}>
          Run over rows{draft.rows.length > 0 ? ` (${draft.rows.length})` : ""}
        </Button>
      </SectionHead>
      {isOpen ? (
        <RowsDialog playground={playground} names={names} canRun={canRun} onClose={() => setIsOpen(false)} />
      ) : null}
      {draft.rows.length > 0 ? <RowColumns playground={playground} names={names} /> : null}
      {names.length > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-x-2 gap-y-1 pr-3 pb-2 pl-4">
          {names.map((name) => (
            <div key={name} className="contents">
              <span aria-hidden="true" className="truncate py-1 text-code text-ink-2">
                {`{{${name}}}`}
              </span>
              <Input
                size="small"
                aria-label={`Value of ${name}`}
                placeholder="sent literally"
                value={draft.variables[name] ?? ""}
                onChange={(event) => {
                  const text = event.target.value;
                  change((before) => ({ ...before, variables: { ...before.variables, [name]: text } }));
                }}
              />
            </div>
          ))}
        </div>
      ) : null}
    </section>
  );
}
