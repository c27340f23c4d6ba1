"use client";

import { MoreHorizontal } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import type { ChartTable } from "@/lib/chart/chart-table";
import { saveCsv, savePng } from "@/lib/chart/export-chart";
import { errorMessage } from "@/lib/guard/error-message";
import { classNames } from "@/lib/style/class-names";
import { ChartTableView } from "./chart-table-view";

type ChartFrameProps = {
  title: string;
  /** Replaces the title where the title is a control. */
  heading?: ReactNode;
  /** Unit or scope, shown next to the title. */
  unit?: string;
  legend?: ReactNode;
  /** One or two sentences that describe the chart for screen readers. */
  summary: string;
  /** The values shown in the table. */
  table: ChartTable;
  /** The file name without its extension. */
  fileName: string;
  /** More items of its menu. */
  menuItems?: ReactNode;
  /** False where the chart has no image to export. */
  isDrawing?: boolean;
  children: ReactNode;
  className?: string;
};

/** The frame of every chart: a header with legend and menu, the values as a table, and a text summary. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, unit, table, fileName, isDrawing = true } = props;
  const frame = useRef<HTMLElement>(null);
  const [isTable, setIsTable] = useState(false);
  const toast = useToast();
  const savePicture = () => {
    const svg = frame.current?.querySelector<SVGSVGElement>("[data-plot] svg.recharts-surface");
    if (!svg) return;
    savePng(svg, unit ? `${title}, ${unit}` : title, fileName).catch((error: unknown) =>
      toast(`The picture could not be made: ${errorMessage(error)}`, "warning"),
    );
  };
  return (
    <section ref={frame} aria-label={title} className={classNames("flex min-h-0 min-w-0 flex-col", props.className)}>
      <header className="flex h-[34px] min-w-0 flex-none items-center gap-2 pr-1.5 pl-4 max-md:pl-3">
        <h2 className="text-base font-medium whitespace-nowrap">{props.heading ?? title}</h2>
        {unit ? <Unit text={unit} /> : null}
        <div className="ml-auto flex min-w-0 items-center gap-1">
          {props.legend}
          <Menu
            label={`${title} menu`}
            align="end"
            trigger={
              <Button kind="ghost" size="icon-small" aria-label={`${title}: table and export`}>
                <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem onSelect={() => setIsTable(!isTable)}>{isTable ? "Show as chart" : "Show as table"}</MenuItem>
            <MenuItem onSelect={() => saveCsv(table, fileName)}>Export CSV</MenuItem>
            {isDrawing ? (
              <MenuItem onSelect={savePicture} disabled={isTable}>
                Export PNG
              </MenuItem>
            ) : null}
            {props.menuItems}
          </Menu>
        </div>
      </header>
      <p className="sr-only">{props.summary}</p>
      {isTable ? (
        <ChartTableView title={title} table={table} />
      ) : (
        <div data-plot="" className="relative flex min-h-0 flex-1 flex-col">
          {props.children}
        </div>
      )}
    </section>
  );
}

/** The unit takes the width that title and legend leave. It wraps below the visible line where it does not fit whole. */
function Unit({ text }: { text: string }) {
  return (
    <span className="flex h-3.5 min-w-0 max-w-max flex-[1_1_0%] flex-wrap overflow-hidden text-micro leading-3.5 text-ink-3">
      <span className="h-3.5 w-0" />
      <span className="whitespace-nowrap">{text}</span>
    </span>
  );
}
