import type { ReactNode } from "react";

/** The steps of an import on the left; its run, and what is lost, beside them. */
export function ImportColumns({ steps, side }: { steps: ReactNode; side: ReactNode }) {
  return (
    <div className="min-h-full lg:grid lg:grid-cols-[minmax(0,1fr)_384px]">
      <div className="min-w-0 lg:border-r lg:border-line">{steps}</div>
      {side === null ? null : (
        <aside aria-label="Run and losses" className="min-w-0">
          {side}
        </aside>
      )}
    </div>
  );
}
