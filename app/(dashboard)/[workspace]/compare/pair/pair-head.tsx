import type { AlignedRow } from "@/app/(dashboard)/[workspace]/compare/alignment/prepare-alignment";
import type { AlignedRows } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { Segmented } from "@/components/form/segmented";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { formatCount } from "@/lib/format/count";
import { type PairTab, pairTabs } from "./pair-tabs";

export type PairChoice = {
  readonly tab: PairTab | null;
  readonly as: "json" | "text";
  readonly layout: "split" | "unified";
};

type PairHeadProps = {
  aligned: AlignedRows;
  row: AlignedRow;
  tab: PairTab;
  hasThread: boolean;
  choice: PairChoice;
  isPhone: boolean;
  onChoose: (choice: Partial<PairChoice>) => void;
};

const labels: Record<PairTab, string> = {
  messages: "Messages",
  payload: "Input and output",
  parameters: "Parameters",
  raw: "Raw",
};

/** The selected row, and how it is compared. */
export function PairHead({ aligned, row, tab, hasThread, choice, isPhone, onChoose }: PairHeadProps) {
  const node = row.members.find((member) => member) ?? null;
  const isLines = tab === "payload" || tab === "raw";
  const shown = hasThread ? pairTabs.filter((value) => value !== "parameters") : pairTabs;
  return (
    <div className="flex min-h-9 flex-none flex-wrap items-center gap-2 py-1 pr-3 pl-4 max-md:px-3">
      {node ? <KindGlyph kind={node.kind} /> : null}
      <h2 className="min-w-0 truncate text-code font-medium">{node?.name}</h2>
      <span className="flex-none text-small text-ink-3">
        row {formatCount(aligned.selected + 1)} of {formatCount(aligned.rows.length)}
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-1.5 max-md:ml-0">
        <Segmented
          label="View"
          size="small"
          className="max-md:h-7 max-md:[&_button]:px-1.5"
          value={tab}
          onChange={(value) => onChoose({ tab: value })}
          segments={shown.map((value) => ({ value, label: labels[value] }))}
        />
        {isLines ? (
          <Segmented
            label="Compare as"
            size="small"
            className="max-md:h-7"
            value={choice.as}
            onChange={(as) => onChoose({ as })}
            segments={[
              { value: "json", label: "JSON" },
              { value: "text", label: "Text" },
            ]}
          />
        ) : null}
        {isLines && !isPhone ? (
          <Segmented
            label="Layout"
            size="small"
            value={choice.layout}
            onChange={(layout) => onChoose({ layout })}
            segments={[
              { value: "split", label: "Split" },
              { value: "unified", label: "Unified" },
            ]}
          />
        ) : null}
      </span>
    </div>
  );
}
