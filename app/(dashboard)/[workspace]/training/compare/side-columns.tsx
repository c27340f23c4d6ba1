import type { ReactNode } from "react";
import { RuledTable, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import type { ComparedJob } from "./compared-jobs";

/** The title of a table, and a fact about it. */
export function SidesHead({ title, fact, children }: { title: string; fact: string; children?: ReactNode }) {
  return (
    <div className="flex h-9 flex-none items-center gap-2 px-4 max-md:px-3">
      <h2 className="text-base font-medium">{title}</h2>
      <span className="min-w-0 truncate text-small text-ink-3">{fact}</span>
      <div className="ml-auto flex-none">{children}</div>
    </div>
  );
}

/** A table with the jobs as columns. */
export function SideColumns({
  label,
  sides,
  children,
}: {
  label: string;
  sides: readonly ComparedJob[];
  children: ReactNode;
}) {
  return (
    <RuledTable label={label} className="flex-none border-t border-line">
      <thead>
        <tr>
          <RuledTableHeadCell className="w-56 max-md:w-32">
            <span className="sr-only">{label}</span>
          </RuledTableHeadCell>
          {sides.map(({ id, name, shortId, color }) => (
            <RuledTableHeadCell key={id}>
              <span className="inline-flex items-center gap-1.5">
                <i aria-hidden="true" className="h-[7px] w-2.5 rounded-[2px]" style={{ background: color }} />
                <span className="text-ink-2">{name}</span> <span className="text-code">{shortId}</span>
              </span>
            </RuledTableHeadCell>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </RuledTable>
  );
}

export function RowHead({ name }: { name: string }) {
  return (
    <th
      scope="row"
      title={name}
      className="max-w-56 truncate border-b border-line pr-2.5 pl-4 text-left text-code font-normal max-md:max-w-32 max-md:pl-3"
    >
      {name}
    </th>
  );
}
