"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useToast } from "@/components/ui/toast";
import { JsonLineView } from "./json-line";
import { flattenJson, type JsonLine, type JsonView, joinedPath, valueAt, valueText } from "./prepare-json";

type JsonViewerProps = {
  /** What the value is, for readers: `inputs`. Also the first part of a copied path. */
  label: string;
  value: unknown;
  /** Fills its pane and scrolls by itself; otherwise it grows up to 420 px. */
  isFilling?: boolean;
  /** Stands at the foot in place of the path alone; it is given the path of the line under the pointer. */
  foot?: (path: string) => ReactNode;
};

const LINE_HEIGHT = 18;
const OVERSCAN = 20;

/** A value as folding lines. Only lines on the screen are drawn, so size does not matter. */
export function JsonViewer({ label, value, isFilling = false, foot }: JsonViewerProps) {
  const [view, setView] = useState<JsonView>({ folds: new Map(), whole: new Set() });
  const [hovered, setHovered] = useState<JsonLine | null>(null);
  const lines = useMemo(() => flattenJson(value, view), [value, view]);
  const frame = useRef<HTMLDivElement>(null);
  const say = useToast();
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: (index) => `${lines[index]?.key} ${lines[index]?.kind}`,
  });
  const copy = (text: string, said: string) => {
    navigator.clipboard.writeText(text).then(
      () => say(said),
      () => say("The browser did not allow copying", "warning"),
    );
  };
  // A label is the beginning of a path already: `messages[0]`.
  const wholePath = (line: JsonLine) => joinedPath(label, line.path);
  const shownPath = hovered ? wholePath(hovered) : label;
  return (
    <div className={isFilling ? "flex min-h-0 flex-1 flex-col" : "flex max-h-[420px] flex-col"}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div
        ref={frame}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        aria-label={label}
        className="min-h-0 flex-1 overflow-auto pr-2 outline-offset-[-2px]"
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const line = lines[item.index];
            if (!line) return null;
            return (
              <div
                key={item.key}
                data-index={item.index}
                ref={virtualizer.measureElement}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <JsonLineView
                  line={line}
                  number={item.index + 1}
                  onHover={() => setHovered(line)}
                  onFold={(isFolded) => setView({ ...view, folds: new Map(view.folds).set(line.key, isFolded) })}
                  onShowAll={() => setView({ ...view, whole: new Set(view.whole).add(line.key) })}
                  onCopyValue={() => copy(valueText(valueAt(value, line.path)), "Value copied")}
                  onCopyPath={() => copy(wholePath(line), "Path copied")}
                />
              </div>
            );
          })}
        </div>
      </div>
      {foot ? (
        foot(shownPath)
      ) : isFilling ? (
        <p className="h-6 flex-none truncate border-t border-line px-4 text-code leading-6 text-ink-3">{shownPath}</p>
      ) : null}
    </div>
  );
}
