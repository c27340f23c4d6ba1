import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";

/** Columns of twelve: a number takes half of what a chart of the same size does. */
const SPANS = {
  number: {
    S: "col-span-2 max-xl:col-span-3 max-lg:col-span-4",
    M: "col-span-3 max-lg:col-span-6",
    L: "col-span-6 max-lg:col-span-12",
  },
  chart: {
    S: "col-span-4 max-lg:col-span-6",
    M: "col-span-6 max-lg:col-span-12",
    L: "col-span-12",
  },
} as const;

/** Returns the width and the height of a panel. On a phone each is a row. */
export function panelClass({ kind, size }: Pick<DashboardPanel, "kind" | "size">): string {
  const isNumber = kind === "number";
  return `max-md:col-span-12 ${SPANS[isNumber ? "number" : "chart"][size]} ${isNumber ? "min-h-[96px]" : "h-[248px]"}`;
}
