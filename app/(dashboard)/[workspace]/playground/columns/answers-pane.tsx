import { Plus } from "lucide-react";
import { useState } from "react";
import { MAX_COLUMNS } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withNewColumn } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { NoProvider } from "@/app/(dashboard)/[workspace]/playground/providers/no-provider";
import type { PlaygroundProviders } from "@/app/(dashboard)/[workspace]/playground/providers/use-providers";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { Segmented } from "@/components/form/segmented";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { AnswerColumn, type AnsweredColumns } from "./answer-column";
import { type RunnableColumns, useColumnActions } from "./use-column-actions";

type AnswersPaneProps = { playground: AnsweredColumns & RunnableColumns; providers: PlaygroundProviders };

/** The answers side by side; on a phone one at a time. */
export function AnswersPane({ playground, providers }: AnswersPaneProps) {
  const { draft, change } = playground;
  const actions = useColumnActions(playground);
  const isPhone = useIsPhone();
  const [shownKey, setShownKey] = useState<string | null>(null);
  const { columns } = draft;
  const shown = columns.find(({ key }) => key === shownKey) ?? columns[0];
  const drawn = isPhone && shown ? [shown] : columns;
  if (!providers.mayRun) {
    return (
      <PaneState kind="locked" title="Viewers cannot run completions">
        Running models costs money and needs the member role. Ask an admin. Your draft is saved in this browser.
      </PaneState>
    );
  }
  if (providers.list.kind === "none-usable") return <NoProvider providers={providers} />;
  return (
    <>
      {isPhone && columns.length > 1 ? (
        <div className="flex flex-none items-center overflow-x-auto px-3 pt-2">
          <Segmented
            label="Column"
            value={shown?.key ?? ""}
            segments={columns.map(({ key, model }, index) => ({ value: key, label: `${index + 1} ${model}`.trim() }))}
            onChange={setShownKey}
          />
        </div>
      ) : null}
      <div className="flex min-h-72 flex-1 overflow-x-auto">
        {drawn.map((column) => (
          <AnswerColumn
            key={column.key}
            playground={playground}
            providers={providers}
            actions={actions}
            column={column}
            index={columns.indexOf(column)}
          />
        ))}
        {columns.length < MAX_COLUMNS ? (
          <div className="flex-none border-l border-line p-1.5">
            <Button
              kind="ghost"
              size="icon-small"
              aria-label="Add column"
              title="Add column"
              onClick={() => change(withNewColumn)}
            >
              <Plus size={14} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}
