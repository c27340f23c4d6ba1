import { Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { formatCount } from "@/lib/format/count";
import type { NamedCalls } from "@/lib/thread/thread-facts";
import type { ThreadRow } from "@/lib/thread/thread-row";
import { LoadedCell } from "./loaded-cell";

/** What the calls of a thread say of it. */
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

function Tools({ tools }: { tools: readonly NamedCalls[] }) {
  if (tools.length === 0) return <span className="text-ink-3">none</span>;
  return (
    <span
      className="line-clamp-2 text-code leading-[17px] [overflow-wrap:anywhere] whitespace-normal"
      title={withCounts(tools)}
    >
      {tools.map(({ name }) => name).join(", ")}
    </span>
  );
}
