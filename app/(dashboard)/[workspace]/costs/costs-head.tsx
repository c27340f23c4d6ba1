"use client";

import type { ReactNode } from "react";
import { Segmented } from "@/components/form/segmented";
import { PageHead } from "@/components/ui/page-head";

export type CostsViewName = "prices" | "spend" | "budgets";

type CostsHeadProps = {
  count?: string | undefined;
  view: CostsViewName;
  onViewChange: (view: CostsViewName) => void;
  /** The actions of the view. */
  children?: ReactNode;
};

/** The title, and the choice between spend, prices and budgets. */
export function CostsHead({ count, view, onViewChange, children }: CostsHeadProps) {
  return (
    <PageHead title="Costs" count={count === undefined ? undefined : <span className="max-md:hidden">{count}</span>}>
      <Segmented
        label="View"
        size="small"
        className="ml-1.5 max-md:ml-auto"
        value={view}
        onChange={onViewChange}
        segments={[
          { value: "spend", label: "Spend" },
          { value: "prices", label: "Prices" },
          { value: "budgets", label: "Budgets" },
        ]}
      />
      <div className="ml-auto flex flex-none items-center gap-1.5 max-md:ml-0">{children}</div>
    </PageHead>
  );
}
