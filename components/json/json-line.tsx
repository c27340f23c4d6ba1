import { Braces, ChevronDown, ChevronRight, Copy } from "lucide-react";
import { MarkedText } from "@/components/ui/marked-text";
import type { JsonLine } from "@/lib/json/lines/viewer-line";
import { classNames } from "@/lib/style/class-names";
import { JsonLineValue } from "./json-line-value";
import type { JsonTree } from "./use-json-tree";

type JsonLineProps = {
  id: string;
  line: JsonLine;
  number: number;
  isActive: boolean;
  /** The search text to highlight. */
  words: string;
  tree: JsonTree;
  /** True for the last value of a beginning. */
  isCut: boolean;
  onHover: () => void;
};

/** One line: its number, its text, and on hover or focus the actions of its value. */
export function JsonLineView({ id, line, number, isActive, words, tree, isCut, onHover }: JsonLineProps) {
  const canFold = line.kind === "open" || line.kind === "folded" || line.kind === "page";
  const isItem = line.kind !== "close";
  const name = line.name ?? "value";
  const levels = isItem ? { role: "treeitem", "aria-level": line.depth + 1 } : { role: "none" };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only shows the path; copying it has a button and a key
    <div
      id={id}
      {...levels}
      {...(canFold ? { "aria-expanded": line.isOpen } : {})}
      {...(isItem ? { "aria-selected": isActive } : {})}
      onMouseEnter={onHover}
      onMouseDown={() => tree.setActiveId(line.id)}
      className={classNames(
        "group/line grid min-h-[18px] grid-cols-[40px_minmax(0,1fr)_auto] text-code leading-[18px] hover:bg-hover",
        isActive && "group-focus/tree:bg-active",
      )}
    >
      <span data-find="none" className="relative pr-2.5 text-right text-ink-3 select-none">
        {canFold ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={line.isOpen ? `Collapse ${name}` : `Expand ${name}`}
            onClick={() => tree.fold(line, line.isOpen)}
            className="absolute top-0.5 left-0.5 grid size-3.5 place-items-center rounded-chip opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 max-md:opacity-100"
          >
            {line.isOpen ? (
              <ChevronDown size={11} strokeWidth={2} aria-hidden="true" />
            ) : (
              <ChevronRight size={11} strokeWidth={2} aria-hidden="true" />
            )}
          </button>
        ) : null}
        {number}
      </span>
      <span className="[overflow-wrap:anywhere] whitespace-pre-wrap" style={{ paddingLeft: `${line.depth * 1.2}em` }}>
        {line.name === null ? null : (
          <>
            <span className="text-code-key">
              <MarkedText text={line.name} words={words} />
            </span>
            <span className="text-code-null">: </span>
          </>
        )}
        <JsonLineValue line={line} words={words} tree={tree} isCut={isCut} />
        {line.hasComma ? <span className="text-code-null">,</span> : null}
      </span>
      {line.kind === "close" || line.kind === "page" ? null : (
        <span className="flex opacity-0 group-hover/line:opacity-100 has-[:focus-visible]:opacity-100">
          <LineButton
            label={`Copy path of ${name}`}
            onClick={() => tree.copyPath(line)}
            icon={<Braces size={11} strokeWidth={2} aria-hidden="true" />}
          />
          <LineButton
            label={`Copy ${name}`}
            onClick={() => tree.copyValue(line)}
            icon={<Copy size={11} strokeWidth={2} aria-hidden="true" />}
          />
        </span>
      )}
    </div>
  );
}

/** Keys do the same on the active line, so that the tree is one tab stop. */
function LineButton({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid h-[18px] w-5 place-items-center rounded-chip text-ink-3 hover:text-ink"
    >
      {icon}
    </button>
  );
}
