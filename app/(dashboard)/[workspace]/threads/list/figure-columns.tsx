import { Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { Quantity } from "@/components/ui/quantity";
import { formatCount } from "@/lib/format/count";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import type { ThreadFigures } from "@/lib/thread/thread-figures";
import type { ThreadRow } from "@/lib/thread/thread-row";
import { LoadedCell } from "./loaded-cell";

/** The figures of all calls of a thread. */
export const figureColumns: readonly TableColumn<ThreadRow>[] = [
  {
    id: "tokens",
    label: "Tokens",
    width: 60,
    align: "end",
    cell: (row) => (
      <LoadedCell value={row.figures} align="end">
        {({ tokens }) => (tokens === null ? <Unknown /> : <Quantity text={formatTokens(tokens)} />)}
      </LoadedCell>
    ),
  },
  {
    id: "cost",
    label: "Cost",
    width: 72,
    align: "end",
    cell: (row) => (
      <LoadedCell value={row.figures} align="end">
        {(figures) => <ThreadCost {...figures} />}
      </LoadedCell>
    ),
  },
  {
    id: "errors",
    label: "Errors",
    width: 60,
    align: "end",
    cell: (row) => (
      <LoadedCell value={row.figures} align="end">
        {({ errors }) => <span className={errors > 0 ? "text-err" : "text-ink-3"}>{formatCount(errors)}</span>}
      </LoadedCell>
    ),
  },
];

function ThreadCost({ costUsd, unpricedTokens }: ThreadFigures) {
  const title = unpricedTokens > 0 ? `${formatTokens(unpricedTokens)} tokens have no price` : undefined;
  return <span title={title}>{costUsd === null ? <Unknown /> : formatCallCost(costUsd)}</span>;
}
