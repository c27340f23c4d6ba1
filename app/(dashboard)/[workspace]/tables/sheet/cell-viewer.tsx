"use client";

import { Filter, FilterX, Maximize2, Minimize2, Pencil, Trash2, X } from "lucide-react";
import { Popover as Radix } from "radix-ui";
import { useState } from "react";
import { JsonViewer } from "@/components/json/json-viewer";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Tag } from "@/components/ui/tag";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import { copyText, kindText } from "@/lib/json/value/value-line";
import { classNames } from "@/lib/style/class-names";
import { TextValue } from "./text-value";

const CellEditor = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/tables/edit/cell-editor")).CellEditor,
);

type CellViewerProps = {
  /** The cell it describes; null while that cell is not on the screen. */
  anchor: HTMLElement | null;
  path: string;
  value: unknown;
  rowNumber: number | null;
  /** Absent when there is nothing to expand. */
  onExpand?: (() => void) | undefined;
  /** Shows only the rows with this value, or all others; absent when rows cannot be filtered by it. */
  onFilter?: ((isNegated: boolean) => void) | undefined;
  /** Opens the row in the playground; absent if the row has no members. */
  playgroundHref?: string | undefined;
  /** Replaces the value; absent if it cannot be edited. */
  onEdit?: ((value: unknown) => void) | undefined;
  /** Deletes the row; absent if it cannot be edited. */
  onDeleteRow?: (() => void) | undefined;
  /** True when the viewer takes the focus, false when it only shows the value while the arrow keys move on. */
  shouldFocus: boolean;
  onClose: () => void;
};

/**
 * Shows the full value of a cell next to it. The sheet keeps the focus, so that the arrow keys move to the next cell.
 */
export function CellViewer({
  anchor,
  path,
  value,
  rowNumber,
  shouldFocus: takesFocus,
  onExpand,
  onFilter,
  playgroundHref,
  onEdit,
  onDeleteRow,
  onClose,
}: CellViewerProps) {
  const [isLarge, setIsLarge] = useState(false);
  // The viewer follows the cursor: moving to another cell ends the edit.
  const [editedCell, setEditedCell] = useState<string | null>(null);
  const cell = `${rowNumber} ${path}`;
  const isEditing = onEdit !== undefined && editedCell === cell;
  if (!anchor) return null;
  const text = copyText(value);
  const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;
  const foot = (shownPath: string) => (
    <div className="flex h-7 flex-none items-center gap-2 border-t border-line px-3 text-micro text-ink-3">
      <span className="flex-none">{formatBytes(new TextEncoder().encode(text).length)}</span>
      <span className="mr-auto truncate text-code">{shownPath}</span>
      {onExpand ? (
        <button type="button" onClick={onExpand} className="h-6 flex-none text-small text-accent-text hover:underline">
          Expand into columns
        </button>
      ) : null}
      {playgroundHref === undefined ? null : (
        <Link href={playgroundHref} className="flex-none text-small text-accent-text hover:underline">
          Open row in playground
        </Link>
      )}
    </div>
  );
  return (
    <Radix.Root open>
      <Radix.Anchor virtualRef={{ current: anchor }} />
      <Radix.Portal>
        <Radix.Content
          aria-label={`Value of ${path}`}
          align="center"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            if (!takesFocus) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (takesFocus) anchor.closest("table")?.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (!isEditing) return onClose();
            event.preventDefault();
            setEditedCell(null);
          }}
          className={classNames(
            "animate-drop z-20 flex flex-col overflow-hidden rounded-panel bg-surface text-small shadow-pop focus-visible:outline-none",
            isLarge
              ? "h-[min(680px,var(--radix-popover-content-available-height))] w-[min(880px,calc(100vw-32px))]"
              : "max-h-[min(400px,var(--radix-popover-content-available-height))] w-[min(412px,calc(100vw-24px))]",
          )}
        >
          <div className="flex h-8 flex-none items-center gap-2 border-b border-line pr-1.5 pl-3 whitespace-nowrap max-md:h-10">
            <h2 className="truncate text-code font-semibold">{path}</h2>
            <Tag>{kindText(value)}</Tag>
            {rowNumber === null ? null : <span className="text-micro text-ink-3">row {formatCount(rowNumber)}</span>}
            <span className="ml-auto flex flex-none">
              {onFilter ? (
                <>
                  <Button
                    kind="ghost"
                    size="icon-small"
                    aria-label="Only rows with this"
                    onClick={() => onFilter(false)}
                  >
                    <Filter {...icon} />
                  </Button>
                  <Button kind="ghost" size="icon-small" aria-label="Rows without this" onClick={() => onFilter(true)}>
                    <FilterX {...icon} />
                  </Button>
                </>
              ) : null}
              {onEdit ? (
                <Button
                  kind="ghost"
                  size="icon-small"
                  aria-label="Edit value"
                  isOn={isEditing}
                  onClick={() => setEditedCell(isEditing ? null : cell)}
                >
                  <Pencil {...icon} />
                </Button>
              ) : null}
              {onDeleteRow ? (
                <Button kind="ghost" size="icon-small" aria-label="Delete row" onClick={onDeleteRow}>
                  <Trash2 {...icon} />
                </Button>
              ) : null}
              <CopyButton text={text} label="Copy value" copiedMessage="Value copied" />
              <Button
                kind="ghost"
                size="icon-small"
                aria-label={isLarge ? "Shrink" : "Enlarge"}
                onClick={() => setIsLarge(!isLarge)}
              >
                {isLarge ? <Minimize2 {...icon} /> : <Maximize2 {...icon} />}
              </Button>
              <Button kind="ghost" size="icon-small" aria-label="Close" onClick={onClose}>
                <X {...icon} size={14} />
              </Button>
            </span>
          </div>
          {isEditing ? (
            <CellEditor
              key={cell}
              path={path}
              value={value}
              onSet={(next) => {
                setEditedCell(null);
                onEdit(next);
              }}
              onCancel={() => setEditedCell(null)}
            />
          ) : typeof value === "string" ? (
            <>
              <TextValue key={text} label={path} text={value} />
              {foot(path)}
            </>
          ) : (
            <JsonViewer label={path} value={value ?? null} isFilling foot={foot} />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
