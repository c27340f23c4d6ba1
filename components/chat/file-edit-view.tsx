import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { type EditLine, editLines } from "@/lib/chat/edit-lines";
import type { FileEdit } from "@/lib/chat/file-edits";
import { formatCount } from "@/lib/format/count";

const SHOWN_LINES = 60;
/** More are not drawn: a page with more lines scrolls badly. */
const MAX_LINES = 2000;

const looks: Readonly<
  Record<EditLine["kind"], { readonly className: string; readonly sign: string; readonly label: string }>
> = {
  added: { className: "bg-diff-add", sign: "+", label: "added" },
  removed: { className: "bg-diff-del", sign: "−", label: "removed" },
  same: { className: "", sign: "", label: "" },
  head: { className: "text-ink-3", sign: "", label: "" },
};

/** The edits of a tool call, each with its removed and added lines. */
export function FileEditView({ edits }: { edits: readonly FileEdit[] }) {
  const keyed = edits.map((edit, index) => ({ edit, key: String(index) }));
  return (
    <div className="grid gap-2">
      {keyed.map(({ edit, key }) => (
        <OneEdit key={key} edit={edit} />
      ))}
    </div>
  );
}

function OneEdit({ edit }: { edit: FileEdit }) {
  const [shownCount, setShownCount] = useState(SHOWN_LINES);
  const lines = useMemo(() => editLines(edit).map((line, index) => ({ ...line, key: String(index) })), [edit]);
  const shown = lines.slice(0, shownCount);
  const hiddenCount = lines.length - shown.length;
  return (
    <div className="min-w-0">
      {edit.path === null ? null : (
        <p className="truncate px-2.5 pb-1 text-code text-ink-2" title={edit.path}>
          {edit.path}
        </p>
      )}
      <div className="text-code leading-[18px]">
        {shown.map(({ kind, text, key }) => (
          <div key={key} className={`grid grid-cols-[20px_minmax(0,1fr)] ${looks[kind].className}`}>
            <span className="text-center text-ink-2 select-none">
              <span aria-hidden="true">{looks[kind].sign}</span>
              <span className="sr-only">{looks[kind].label}</span>
            </span>
            <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
          </div>
        ))}
      </div>
      {hiddenCount > 0 && shownCount < MAX_LINES ? (
        <Button kind="ghost" size="small" onClick={() => setShownCount(MAX_LINES)}>
          Show {formatCount(Math.min(hiddenCount, MAX_LINES - shownCount))} more lines
        </Button>
      ) : null}
      {hiddenCount > 0 && shownCount >= MAX_LINES ? (
        <p className="px-2.5 py-1 text-small text-ink-3">{formatCount(hiddenCount)} more lines are in the call.</p>
      ) : null}
    </div>
  );
}
