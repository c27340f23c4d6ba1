import type { ReactNode } from "react";
import { BarList, type BarListRow } from "@/components/chart/bar-list";
import { ChartFrame } from "@/components/chart/chart-frame";
import type { ChartTable } from "@/lib/chart/chart-table";
import { classNames } from "@/lib/style/class-names";

type BarsPanelProps = {
  title: string;
  total: string;
  summary: string;
  table: ChartTable;
  fileName: string;
  rows: readonly BarListRow[];
  /** Shown when there are no bars. */
  nothing: string;
  parts: readonly { readonly key: string; readonly color: string }[];
  /** Data that the bars omit. */
  note?: ReactNode;
  /** More items of the chart's menu. */
  menuItems?: ReactNode;
  className?: string;
};

/** Values by name, largest first, as stacked bars. */
export function BarsPanel(props: BarsPanelProps) {
  return (
    <ChartFrame
      title={props.title}
      summary={props.summary}
      table={props.table}
      fileName={props.fileName}
      isDrawing={false}
      menuItems={props.menuItems}
      legend={<span className="text-micro text-ink-3">{props.total}</span>}
      className={classNames("max-lg:h-[340px] max-md:h-auto", props.className)}
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        {props.rows.length === 0 ? (
          <p className="px-4 py-2 text-small text-ink-2">{props.nothing}</p>
        ) : (
          <BarList label={props.title} rows={props.rows} />
        )}
        {props.note}
      </div>
      <div className="flex flex-none flex-wrap gap-x-3 gap-y-[3px] border-t border-line px-4 py-2 text-micro text-ink-2">
        {props.parts.map(({ key, color }) => (
          <span key={key} className="inline-flex items-center gap-[5px] whitespace-nowrap">
            <i aria-hidden="true" className="size-2 rounded-[2px]" style={{ background: color }} />
            {key}
          </span>
        ))}
      </div>
    </ChartFrame>
  );
}
