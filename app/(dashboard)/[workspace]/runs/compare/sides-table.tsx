import type { ReactNode } from "react";
import { RuledTable, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import type { ComparedRun } from "./use-compared-runs";

/** The name of a row. It stays in sight while the runs scroll. */
export const RowHead = ({ name }: { name: string }) => (
  <th
    scope="row"
    className="sticky left-0 h-[30px] max-w-56 truncate border-b border-line bg-bg px-4 text-left font-normal text-ink-2 max-md:max-w-36 max-md:px-3"
    title={name}
  >
    {name}
  </th>
);

/** A table with a column for each compared run. */
export function Sides({
  label,
  sides,
  children,
}: {
  label: string;
  sides: readonly ComparedRun[];
  children: ReactNode;
}) {
  return (
    <RuledTable label={label} className="flex-none border-t border-line">
      <thead>
        <tr>
          <RuledTableHeadCell>
            <span className="sr-only">Name</span>
          </RuledTableHeadCell>
          {sides.map(({ id, label: name, color }) => (
            <RuledTableHeadCell key={id}>
              <span className="flex max-w-72 items-center gap-1.5">
                <i aria-hidden="true" className="size-2 flex-none rounded-full" style={{ background: color }} />
                <span className="truncate">{name}</span>
              </span>
            </RuledTableHeadCell>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </RuledTable>
  );
}
