import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

/** A short table, rendered in full: a list of jobs, models or checkpoints. It scrolls sideways. */
export function RuledTable({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className={classNames("min-h-0 min-w-0 flex-1 overflow-auto outline-offset-[-2px] short:min-h-60", className)}
    >
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-small whitespace-nowrap">
        {children}
      </table>
    </section>
  );
}

const EDGE_CLASS = "border-b border-line px-2.5 first:pl-4 last:pr-4 max-md:first:pl-3 max-md:last:pr-3";

export function RuledTableHeadCell({ isEnd = false, className, ...rest }: ComponentProps<"th"> & { isEnd?: boolean }) {
  return (
    <th
      scope="col"
      className={classNames(
        EDGE_CLASS,
        "sticky top-0 z-10 h-7 bg-sunken text-micro font-medium text-ink-3",
        isEnd ? "text-right" : "text-left",
        className,
      )}
      {...rest}
    />
  );
}

type RuledTableHeadProps = {
  /** Names, those of figures as `{ end }`. */
  columns: readonly (string | { readonly end: string })[];
  hasActions?: boolean;
};

/** A head without more than names. The column of actions has one for screen readers. */
export function RuledTableHead({ columns, hasActions = false }: RuledTableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const name = typeof column === "string" ? column : column.end;
          return (
            <RuledTableHeadCell key={name} isEnd={typeof column !== "string"}>
              {name}
            </RuledTableHeadCell>
          );
        })}
        {hasActions ? (
          <RuledTableHeadCell>
            <span className="sr-only">Actions</span>
          </RuledTableHeadCell>
        ) : null}
      </tr>
    </thead>
  );
}

export function RuledTableCell({ isEnd = false, className, ...rest }: ComponentProps<"td"> & { isEnd?: boolean }) {
  return <td className={classNames(EDGE_CLASS, "h-11", isEnd && "text-right tabular-nums", className)} {...rest} />;
}
