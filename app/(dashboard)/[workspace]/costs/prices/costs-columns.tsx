import { dayText } from "@/app/(dashboard)/[workspace]/costs/records/effective-day";
import type { PriceRow } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { ProviderMark, type ProviderStyle } from "@/app/(dashboard)/[workspace]/costs/records/provider-mark";
import { IdCell, Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { Tag } from "@/components/ui/tag";
import { MISSING } from "@/lib/format/missing";
import { formatTotalCost } from "@/lib/format/money";
import { type PriceUnit, priceText, ratioText } from "@/lib/format/price";
import { formatFullTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import { MEDIA_TOKENS } from "@/lib/usage/media-tokens";

/** A row of the list with the data for its cells. */
export interface PriceListRow extends PriceRow {
  readonly per: PriceUnit;
  readonly style: ProviderStyle;
  /** The cost of the model in the time range of the page; null when not available. */
  readonly spentUsd: number | null;
}

interface CostColumn extends TableColumn<PriceListRow> {
  /** Fields that the column requests from the service. */
  readonly fields: readonly string[];
}

const isOld = ({ standing }: PriceListRow) => standing === "superseded";

function PriceCell({ row, cost, currency }: { row: PriceListRow; cost: number | null; currency: string | null }) {
  const text = priceText(cost, currency, row.per);
  if (text === MISSING) return <Unknown />;
  return <span className={classNames(isOld(row) && "text-ink-3")}>{text}</span>;
}

function TextCell({ row, text }: { row: PriceListRow; text: string | null }) {
  if (!text) return <Unknown />;
  return <span className={isOld(row) ? "text-ink-3" : "text-ink-2"}>{text}</span>;
}

function ModelCell({ row }: { row: PriceListRow }) {
  const { record, standing, isUnder } = row;
  return (
    <span className={classNames("flex min-w-0 items-center gap-2", isUnder && "pl-3.5")}>
      <span className={classNames("truncate text-code", isOld(row) && "text-ink-3")} title={record.model}>
        {record.model || MISSING}
      </span>
      {standing === "superseded" ? <Tag>superseded</Tag> : null}
      {standing === "upcoming" ? <Tag tone="run">upcoming</Tag> : null}
    </span>
  );
}

/** Spend is per model, so it is shown at the current price. */
function SpendCell({ row: { standing, spentUsd } }: { row: PriceListRow }) {
  if (standing !== "current" || spentUsd === null) return <Unknown />;
  if (spentUsd === 0) return <span className="text-ink-3">$0</span>;
  return <span>{formatTotalCost(spentUsd)}</span>;
}

function mediaColumn({ kind, cost, isInput, label }: (typeof MEDIA_TOKENS)[number]): CostColumn {
  return {
    id: kind,
    label,
    width: 90,
    align: "end",
    isHiddenAtFirst: true,
    fields: [cost, isInput ? "prompt_token_cost_unit" : "completion_token_cost_unit"],
    cell: (row) => {
      const { mediaCosts, promptUnit, completionUnit } = row.record;
      return <PriceCell row={row} cost={mediaCosts[kind]} currency={isInput ? promptUnit : completionUnit} />;
    },
  };
}

/** Shown when the service can sum the costs of calls. */
export const SPEND_COLUMN = "spend";

/** All fields of a price record, in the order of the design; `sortField` is the service's name. */
export const costsColumns: readonly CostColumn[] = [
  {
    id: "model",
    label: "Model",
    width: "flex",
    isFixed: true,
    sortField: "llm_id",
    fields: ["llm_id"],
    cell: (row) => <ModelCell row={row} />,
  },
  {
    id: "provider",
    label: "Provider",
    width: 112,
    sortField: "provider_id",
    fields: ["provider_id"],
    cell: (row) => (
      <span className={classNames("flex min-w-0 items-center gap-1.5", isOld(row) && "text-ink-3")}>
        <ProviderMark style={row.style} isFaint={isOld(row)} />
        <span className="truncate">{row.record.provider || MISSING}</span>
      </span>
    ),
  },
  {
    id: "prompt",
    label: "Prompt",
    width: 84,
    align: "end",
    sortField: "prompt_token_cost",
    fields: ["prompt_token_cost", "prompt_token_cost_unit"],
    cell: (row) => <PriceCell row={row} cost={row.record.promptCost} currency={row.record.promptUnit} />,
  },
  {
    id: "completion",
    label: "Completion",
    width: 94,
    align: "end",
    sortField: "completion_token_cost",
    fields: ["completion_token_cost", "completion_token_cost_unit"],
    cell: (row) => <PriceCell row={row} cost={row.record.completionCost} currency={row.record.completionUnit} />,
  },
  {
    id: "ratio",
    label: "Ratio",
    width: 60,
    align: "end",
    fields: ["prompt_token_cost", "completion_token_cost", "prompt_token_cost_unit", "completion_token_cost_unit"],
    cell: (row) => <TextCell row={row} text={ratioText(row.record)} />,
  },
  {
    id: "effective",
    label: "Effective from",
    width: 112,
    align: "end",
    sortField: "effective_date",
    fields: ["effective_date"],
    cell: (row) => (
      <span className={isOld(row) ? "text-ink-3" : "text-ink-2"} title={formatFullTime(row.record.effectiveMs)}>
        {dayText(row.record.effectiveMs)}
      </span>
    ),
  },
  {
    id: SPEND_COLUMN,
    label: "Spend",
    width: 84,
    align: "end",
    fields: [],
    cell: (row) => <SpendCell row={row} />,
  },
  {
    id: "cache-read",
    label: "Cache read",
    width: 90,
    align: "end",
    isHiddenAtFirst: true,
    fields: ["cache_read_input_token_cost", "prompt_token_cost_unit"],
    cell: (row) => <PriceCell row={row} cost={row.record.cacheReadCost} currency={row.record.promptUnit} />,
  },
  {
    id: "cache-write",
    label: "Cache write",
    width: 90,
    align: "end",
    isHiddenAtFirst: true,
    fields: ["cache_creation_input_token_cost", "prompt_token_cost_unit"],
    cell: (row) => <PriceCell row={row} cost={row.record.cacheCreationCost} currency={row.record.promptUnit} />,
  },
  ...MEDIA_TOKENS.map(mediaColumn),
  {
    id: "prompt-unit",
    label: "Prompt unit",
    width: 86,
    sortField: "prompt_token_cost_unit",
    isHiddenAtFirst: true,
    fields: ["prompt_token_cost_unit"],
    cell: (row) => <TextCell row={row} text={row.record.promptUnit} />,
  },
  {
    id: "completion-unit",
    label: "Completion unit",
    width: 106,
    sortField: "completion_token_cost_unit",
    isHiddenAtFirst: true,
    fields: ["completion_token_cost_unit"],
    cell: (row) => <TextCell row={row} text={row.record.completionUnit} />,
  },
  {
    id: "id",
    label: "Id",
    width: 96,
    sortField: "id",
    isHiddenAtFirst: true,
    fields: ["id"],
    cell: (row) => <IdCell id={row.record.id} />,
  },
];
