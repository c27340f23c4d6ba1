import Link from "next/link";
import { Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { formatCount } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import { formatTotalCost } from "@/lib/format/money";
import { formatShortShare } from "@/lib/format/share";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";
import type { SpendGrouping, SpendRow } from "./prepare-spend";

export const spendLabels: Readonly<Record<SpendGrouping, string>> = {
  model: "Model",
  op: "Op",
  user: "User",
  key: "Key",
  thread: "Thread",
  day: "Day",
};

/** Values are code; names of users are not, and calls without a value are quieter. */
function nameLook({ value, label }: SpendRow, name: SpendGrouping): string {
  if (name === "day" || name === "model" || value === label) return "text-code";
  return value === null ? "text-ink-2" : "";
}

/** The value of a row, which leads to its traces. */
function Name({ row, name }: { row: SpendRow; name: SpendGrouping }) {
  const [title, look] = [row.value ?? row.label, nameLook(row, name)];
  return row.href === null ? (
    <span className={look} title={title}>
      {row.label}
    </span>
  ) : (
    <Link href={row.href} className={classNames("hover:underline", look)} title={title}>
      {row.label}
    </Link>
  );
}

function Money({ costUsd }: { costUsd: number | null }) {
  return costUsd === null ? <Unknown /> : <span>{formatTotalCost(costUsd)}</span>;
}

function Tokens({ tokens }: { tokens: number }) {
  return tokens === 0 ? <Unknown /> : <span title={formatCount(tokens)}>{formatTokens(tokens)}</span>;
}

/** The columns of the spend, for any grouping. */
export function spendColumns(name: SpendGrouping, isPhone: boolean): readonly TableColumn<SpendRow>[] {
  const columns: readonly TableColumn<SpendRow>[] = [
    {
      id: "name",
      label: spendLabels[name],
      width: "flex",
      isFixed: true,
      cell: (row) => <Name row={row} name={name} />,
    },
    {
      id: "calls",
      label: "Calls",
      width: 84,
      align: "end",
      cell: (row) => formatCount(row.callCount),
    },
    { id: "in", label: "Tokens in", width: 88, align: "end", cell: (row) => <Tokens tokens={row.tokensIn} /> },
    { id: "cached", label: "Cached", width: 76, align: "end", cell: (row) => <Tokens tokens={row.tokensCached} /> },
    { id: "out", label: "Tokens out", width: 88, align: "end", cell: (row) => <Tokens tokens={row.tokensOut} /> },
    { id: "prompt", label: "Prompt", width: 88, align: "end", cell: (row) => <Money costUsd={row.promptUsd} /> },
    {
      id: "completion",
      label: "Completion",
      width: 94,
      align: "end",
      cell: (row) => <Money costUsd={row.completionUsd} />,
    },
    { id: "cost", label: "Cost", width: 88, align: "end", cell: (row) => <Money costUsd={row.costUsd} /> },
    {
      id: "share",
      label: "Share",
      width: 168,
      cell: (row) => <Share share={row.share} />,
    },
    {
      id: "unpriced",
      label: "Without a price",
      width: 112,
      align: "end",
      cell: (row) => <Tokens tokens={row.unpricedTokens} />,
    },
  ];
  return isPhone ? columns.filter(({ id }) => ["name", "calls", "cost"].includes(id)) : columns;
}

function Share({ share }: { share: number | null }) {
  if (share === null) return <Unknown />;
  const text = formatShortShare(share);
  return (
    <span className="flex items-center gap-2">
      <span className="relative h-2 grow" aria-hidden="true">
        <i className="absolute inset-y-0 left-0 min-w-px rounded-[1px] bg-vat-5" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="w-12 text-right text-ink-2">{text === MISSING ? "" : text}</span>
    </span>
  );
}
