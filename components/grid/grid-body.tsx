import type { ReactNode } from "react";
import type { VisibleRows } from "./prepare-visible-rows";

type GridBodyProps = {
  rows: VisibleRows;
  /** The number of cells in a row. */
  span: number;
  /** The visible rows. */
  children: ReactNode;
};

/** The body of a table with virtual rows: the visible ones, between the heights of the others. */
export function GridBody({ rows, span, children }: GridBodyProps) {
  return (
    <tbody>
      <SpacerRow heightPx={rows.abovePx} span={span} />
      {children}
      <SpacerRow heightPx={rows.belowPx} span={span} />
    </tbody>
  );
}

/** Keeps the scroll height of rows that are not rendered. */
function SpacerRow({ heightPx, span }: { heightPx: number; span: number }) {
  if (heightPx <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in a spacer takes the focus
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}
