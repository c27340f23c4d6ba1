import type { ReactNode } from "react";
import { Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "@/lib/format/count";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import type { ThreadFigures } from "@/lib/thread/thread-figures";
import type { ThreadRow } from "@/lib/thread/thread-row";

/** The figures of all calls of a thread. */
export const figureColumns: readonly TableColumn<ThreadRow>[] = [
  {
    id: "tokens",
    label: "Tokens",
    width: 68,
    align: "end",
    cell: (row) => (
      <Figure row={row}>
        {({ tokens }) => (tokens === null ? <Unknown /> : <Quantity text={formatTokens(tokens)} />)}
      </Figure>
    ),
  },
  {
    id: "cost",
    label: "Cost",
    width: 72,
    align: "end",
    cell: (row) => <Figure row={row}>{(figures) => <ThreadCost {...figures} />}</Figure>,
  },
  {
    id: "errors",
    label: "Errors",
    width: 60,
    align: "end",
    cell: (row) => (
      <Figure row={row}>
        {({ errors }) => <span className={errors > 0 ? "text-err" : "text-ink-3"}>{formatCount(errors)}</span>}
      </Figure>
    ),
  },
];

type FigureProps = { row: ThreadRow; children: (figures: ThreadFigures) => ReactNode };

function Figure({ row: { figures }, children }: FigureProps) {
  if (figures === null) return <Skeleton className="ml-auto w-8" />;
  if (figures === "failed") return <span className="text-err">failed</span>;
  return children(figures);
}

function ThreadCost({ costUsd, unpricedTokens }: ThreadFigures) {
  const title = unpricedTokens > 0 ? `${formatTokens(unpricedTokens)} tokens have no price` : undefined;
  return <span title={title}>{costUsd === null ? <Unknown /> : formatCallCost(costUsd)}</span>;
}
