import { Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { formatCount } from "@/lib/format/count";
import type { NamedCalls } from "@/lib/thread/thread-facts";
import type { ThreadRow } from "@/lib/thread/thread-row";
import { LoadedCell } from "./loaded-cell";

/** Columns for the users of a thread and the tools that it called. */
export const factColumns: readonly TableColumn<ThreadRow>[] = [
  {
    id: "user",
    label: "User",
    width: 100,
    cell: (row) => <LoadedCell value={row.facts}>{({ users }) => <Users users={users} />}</LoadedCell>,
  },
  {
    id: "tools",
    label: "Tools",
    width: 132,
    cell: (row) => <LoadedCell value={row.facts}>{({ tools }) => <Tools tools={tools} />}</LoadedCell>,
  },
];

/** The ids of columns that need the facts. */
export const factColumnIds: readonly string[] = factColumns.map(({ id }) => id);

const withCounts = (names: readonly NamedCalls[]) =>
  names.map(({ name, callCount }) => `${name} (${formatCount(callCount)})`).join(", ");

function Users({ users }: { users: readonly NamedCalls[] }) {
  const [first] = users;
  if (first === undefined) return <Unknown />;
  return (
    <span className="grid leading-[17px] [&>*]:truncate" title={users.length > 1 ? withCounts(users) : first.name}>
      <span>{first.name}</span>
      {users.length > 1 ? (
        <span className="text-micro text-ink-3">and {formatCount(users.length - 1)} more</span>
      ) : null}
    </span>
  );
}

/** The two that were called most, and how many others there are. */
function Tools({ tools }: { tools: readonly NamedCalls[] }) {
  const [first, second] = tools;
  if (first === undefined) return <span className="text-ink-3">none</span>;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] leading-[17px]" title={withCounts(tools)}>
      <span className="truncate text-code">{first.name}</span>
      {second === undefined ? null : (
        <span className="flex min-w-0 gap-1">
          <span className="truncate text-code">{second.name}</span>
          {tools.length > 2 ? (
            <span className="flex-none text-micro text-ink-3">+{formatCount(tools.length - 2)}</span>
          ) : null}
        </span>
      )}
    </span>
  );
}
