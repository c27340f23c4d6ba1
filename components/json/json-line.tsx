import { Braces, ChevronDown, ChevronRight, Copy } from "lucide-react";
import { RefText } from "@/components/object/ref-text";
import { classNames } from "@/components/ui/class-names";
import { countOf, formatCount } from "@/lib/format/count";
import type { JsonLine, JsonTone } from "./prepare-json";

const colors: Record<JsonTone, string> = {
  string: "text-code-string",
  number: "text-code-number",
  boolean: "text-code-bool",
  null: "text-code-null italic",
  base64: "text-ink-3 italic",
};

/** A string that is a ref, as JSON. */
const REF_START = '"weave:///';

type JsonLineProps = {
  line: JsonLine;
  number: number;
  onHover: () => void;
  onFold: (isFolded: boolean) => void;
  onShowAll: () => void;
  onCopyValue: () => void;
  onCopyPath: () => void;
};

/** One line: its number, its text, and on hover or focus what can be done with the value. */
export function JsonLineView({ line, number, onHover, onFold, onShowAll, onCopyValue, onCopyPath }: JsonLineProps) {
  const canFold = line.kind === "open" || line.kind === "folded";
  const name = line.name ?? "value";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only shows the path; copying it has a button
    <div
      onMouseEnter={onHover}
      className="group/line grid min-h-[18px] grid-cols-[40px_minmax(0,1fr)_auto] text-code leading-[18px] hover:bg-hover"
    >
      <span className="relative pr-2.5 text-right text-ink-3 select-none">
        {canFold ? (
          <button
            type="button"
            aria-label={line.kind === "open" ? `Fold ${name}` : `Unfold ${name}`}
            aria-expanded={line.kind === "open"}
            onClick={() => onFold(line.kind === "open")}
            className="absolute top-0.5 left-0.5 grid size-3.5 place-items-center rounded-chip opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 focus-visible:opacity-100"
          >
            {line.kind === "open" ? (
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
            <span className="text-code-key">{line.name}</span>
            <span className="text-code-null">: </span>
          </>
        )}
        <LineValue line={line} onFold={onFold} onShowAll={onShowAll} />
        {line.hasComma ? <span className="text-code-null">,</span> : null}
      </span>
      {line.kind === "close" ? null : (
        <span className="flex opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100">
          <LineButton
            label={`Copy path of ${name}`}
            onClick={onCopyPath}
            icon={<Braces size={11} strokeWidth={2} aria-hidden="true" />}
          />
          <LineButton
            label={`Copy ${name}`}
            onClick={onCopyValue}
            icon={<Copy size={11} strokeWidth={2} aria-hidden="true" />}
          />
        </span>
      )}
    </div>
  );
}

function LineValue({ line, onFold, onShowAll }: Pick<JsonLineProps, "line" | "onFold" | "onShowAll">) {
  if (line.kind === "folded") {
    const [open, close] = [line.brackets[0], line.brackets[1]];
    return (
      <>
        <span className="text-code-null">{open}</span>
        <button
          type="button"
          onClick={() => onFold(false)}
          className="mx-0.5 rounded-[3px] bg-active px-1 text-[0.6875rem] leading-[15px] text-ink-2 hover:text-ink"
        >
          {line.isList ? countOf(line.count, "item") : countOf(line.count, "key")}
        </button>
        <span className="text-code-null">{close}</span>
      </>
    );
  }
  if (line.kind !== "leaf") return <span className="text-code-null">{line.brackets}</span>;
  if (line.tone === "base64") {
    return <span className={colors.base64}>base64, {formatCount(line.hiddenLength)} characters</span>;
  }
  return (
    <>
      <span className={classNames(line.tone !== null && colors[line.tone])}>
        {line.text.startsWith(REF_START) ? <RefText text={line.text.slice(1, -1)}>{line.text}</RefText> : line.text}
      </span>
      {line.hiddenLength > 0 ? (
        <button
          type="button"
          onClick={onShowAll}
          className="mx-1 rounded-[3px] bg-active px-1 font-sans text-[0.6875rem] leading-[15px] text-accent-text hover:underline"
        >
          Show all, {formatCount(line.hiddenLength)} more characters
        </button>
      ) : null}
    </>
  );
}

function LineButton({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid h-[18px] w-5 place-items-center rounded-chip text-ink-3 hover:text-ink"
    >
      {icon}
    </button>
  );
}
