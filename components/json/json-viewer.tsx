"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { lazyOriginOf } from "@/lib/json/lazy/lazy-value";
import { treeMove } from "@/lib/json/lines/tree-keys";
import type { JsonLine } from "@/lib/json/lines/viewer-line";
import { JsonBar } from "./json-bar";
import { JsonLineView } from "./json-line";
import { useJsonFind } from "./use-json-find";
import { useJsonRows } from "./use-json-rows";
import { useJsonTree } from "./use-json-tree";

const MediaDialog = openedLater(async () => (await import("@/components/media/media-dialog")).MediaDialog);

type JsonViewerProps = {
  /** The name of the value for screen readers: `inputs`. Also the first part of a copied path. */
  label: string;
  value: unknown;
  /** Fills its pane and scrolls; otherwise it grows up to 420 px. */
  isFilling?: boolean;
  /** True for the beginning of a longer value, whose last string may be cut. */
  isCut?: boolean;
  /** Replaces the path in the footer; receives the path of the line under the pointer. */
  foot?: (path: string) => ReactNode;
};

/**
 * A value as a collapsible tree. Renders only visible lines, and of values that are too large for the page loads only
 * the visible parts.
 */
export function JsonViewer({ label, value, isFilling = false, isCut = false, foot }: JsonViewerProps) {
  const tree = useJsonTree(label, value);
  const find = useJsonFind(value);
  const [hovered, setHovered] = useState<JsonLine | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { lines, activeId } = tree;
  const list = useJsonRows(frame, tree, find);
  const isLarge = lazyOriginOf(value) !== undefined;
  const hasBar = isFilling || isLarge || isFinding;
  const active = Math.max(
    0,
    lines.findIndex((line) => line.id === activeId),
  );

  const isActiveDrawn = list.items.some(({ index }) => index === active);

  const onKeyDown = (event: KeyboardEvent) => {
    const hasModifier = event.metaKey || event.ctrlKey;
    if ((hasModifier && event.key === "f") || (!hasModifier && event.key === "/")) {
      event.preventDefault();
      event.stopPropagation();
      setIsFinding(true);
      // The field exists after the next paint.
      requestAnimationFrame(() => input.current?.focus());
      return;
    }
    if (hasModifier || event.altKey || event.target !== frame.current) return;
    const move = treeMove(lines, active, event.key);
    const line = lines[active];
    if (move === null || line === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (move.kind === "go") {
      tree.setActiveId(lines[move.index]?.id ?? null);
      list.scrollTo(move.index);
    } else if (move.kind === "fold") tree.fold(line, move.isFolded);
    else if (move.kind === "show") tree.showAll(line);
    else if (move.kind === "load" && line.load) tree.load(line.load);
    else if (move.kind === "open" && line.rich?.kind === "media") tree.openMedia(line.rich, 0);
    else if (move.kind === "copy-value") tree.copyValue(line);
    else if (move.kind === "copy-path") tree.copyPath(line);
  };

  const cutId = isCut ? lines.findLast(({ kind }) => kind !== "close")?.id : undefined;
  const shownPath = hovered ? tree.pathOf(hovered) : label;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div
        role="group"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={isFilling ? "flex min-h-0 flex-1 flex-col" : "flex max-h-[420px] flex-col"}
      >
        {hasBar ? (
          <JsonBar ref={input} label={label} value={value} find={find} onLeave={() => frame.current?.focus()} />
        ) : null}
        <div
          ref={frame}
          role="tree"
          tabIndex={0}
          aria-label={label}
          aria-activedescendant={isActiveDrawn ? `${id}-${active}` : undefined}
          className="group/tree min-h-0 flex-1 overflow-auto pr-2 outline-offset-[-2px]"
        >
          <div role="none" {...list.container}>
            {list.items.map((item) => {
              const line = lines[item.index];
              return line ? (
                <div key={item.key} role="none" {...list.measured(item)}>
                  <JsonLineView
                    id={`${id}-${item.index}`}
                    line={line}
                    number={item.index + 1}
                    isActive={item.index === active}
                    words={find.isOwn ? find.words : ""}
                    tree={tree}
                    isCut={line.id === cutId}
                    onHover={() => setHovered(line)}
                  />
                </div>
              ) : null;
            })}
          </div>
        </div>
        {foot ? (
          foot(shownPath)
        ) : isFilling ? (
          <p className="h-6 flex-none truncate border-t border-line px-4 text-code leading-6 text-ink-3">{shownPath}</p>
        ) : null}
      </div>
      {/* Beside the group, not in it: keys pressed in the dialog are not keys of the tree. */}
      {tree.opened ? <MediaDialog {...tree.opened} onClose={tree.closeMedia} /> : null}
    </>
  );
}
