import { CostCell, OpCell, TokensCell } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { formatCount } from "@/lib/format/count";
import type { OpInArea } from "@/lib/trace/statistics/area-statistics";
import { CallLink, ErrorCount, Time } from "./statistics-cells";

/** The columns of the calls in a span of time, by op. */
export function areaColumns(onSelectRow: (row: number) => void): readonly TableColumn<OpInArea>[] {
  const end = { align: "end" } as const;
  return [
    {
      id: "op",
      label: "Op",
      width: 220,
      sortField: "op",
      isFixed: true,
      cell: ({ op, kind }) => <OpCell kind={kind} name={op} />,
    },
    {
      ...end,
      id: "count",
      label: "Calls",
      width: 72,
      sortField: "count",
      cell: ({ count }) => formatCount(count),
    },
    {
      ...end,
      id: "errors",
      label: "Errors",
      width: 72,
      sortField: "errorCount",
      cell: ({ errorCount }) => <ErrorCount count={errorCount} />,
    },
    {
      ...end,
      id: "inside",
      label: "Time in it",
      width: 92,
      sortField: "insideMs",
      cell: ({ insideMs }) => <Time ms={insideMs} />,
    },
    {
      ...end,
      id: "mean",
      label: "Average",
      width: 88,
      sortField: "meanMs",
      cell: ({ meanMs }) => <Time ms={meanMs} />,
    },
    {
      ...end,
      id: "longest",
      label: "Longest",
      width: 88,
      sortField: "longestMs",
      cell: ({ longestMs, longestRow, op }) => (
        <CallLink label={`Longest call of ${op}`} onOpen={() => onSelectRow(longestRow)}>
          <Time ms={longestMs} />
        </CallLink>
      ),
    },
    {
      ...end,
      id: "tokensIn",
      label: "Tokens in",
      width: 84,
      sortField: "tokensIn",
      cell: ({ tokensIn }) => <TokensCell tokens={tokensIn} />,
    },
    {
      ...end,
      id: "tokensOut",
      label: "Out",
      width: 72,
      sortField: "tokensOut",
      cell: ({ tokensOut }) => <TokensCell tokens={tokensOut} />,
    },
    {
      ...end,
      id: "cost",
      label: "Cost",
      width: 84,
      sortField: "costUsd",
      cell: ({ costUsd }) => <CostCell costUsd={costUsd} />,
    },
  ];
}

const areaFields = [
  "op",
  "count",
  "errorCount",
  "insideMs",
  "meanMs",
  "longestMs",
  "tokensIn",
  "tokensOut",
  "costUsd",
] as const satisfies readonly (keyof OpInArea)[];

/** Returns the field of a row that a column sorts by; the time in the span for any other name. */
export function areaField(name: string): (typeof areaFields)[number] {
  return areaFields.find((field) => field === name) ?? "insideMs";
}
