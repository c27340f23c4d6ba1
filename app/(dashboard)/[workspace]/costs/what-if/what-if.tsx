"use client";

import { RefreshCw } from "lucide-react";
import { useMemo } from "react";
import type { PriceRecord, PriceStatus } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import type { Spend } from "@/app/(dashboard)/[workspace]/costs/spend/prepare-spend";
import { Button } from "@/components/ui/button";
import { nameInSentence } from "@/lib/filter/time-range";
import { formatTotalCost } from "@/lib/format/money";
import { costPerToken, costPerUnit, type PriceUnit } from "@/lib/format/price";
import { classNames } from "@/lib/style/class-names";
import { NumberField } from "./number-field";
import {
  CUSTOM_PRICE_LABEL,
  type CustomPrice,
  changeText,
  customPriceRecord,
  measuredTraffic,
  type Traffic,
  type WhatIfRow,
  whatIfRows,
  whatIfTraffic,
} from "./prepare-what-if";

export type WhatIfChanges = Partial<Traffic>;

type WhatIfProps = {
  shown: PriceRecord;
  records: readonly PriceRecord[];
  standing: ReadonlyMap<string, PriceStatus>;
  spend: Spend | null;
  rangeName: string;
  changes: WhatIfChanges;
  onChange: (changes: WhatIfChanges) => void;
  /** The number of tokens to which a shown price applies. */
  per: PriceUnit;
  /** A custom price to compare with. */
  own: CustomPrice;
  onCustomPriceChange: (own: CustomPrice) => void;
};

const DAYS_PER_MONTH = 30;

/** Compares the cost of this traffic at all current prices with the selected one. */
export function WhatIf(props: WhatIfProps) {
  const {
    shown,
    records,
    standing,
    spend,
    rangeName,
    changes,
    onChange,
    per,
    own,
    onCustomPriceChange: onOwnChange,
  } = props;
  const measured = useMemo(() => measuredTraffic(spend, shown.model), [spend, shown.model]);
  const traffic = whatIfTraffic(measured, changes);
  const current = useMemo(() => records.filter(({ id }) => standing.get(id) === "current"), [records, standing]);
  const imagined = customPriceRecord(own);
  const rows = whatIfRows(shown, imagined ? [...current, imagined] : current, traffic);
  const isOwnSet = own.promptCost !== null || own.completionCost !== null;
  const isChanged = isOwnSet || Object.values(changes).some((value) => value !== undefined);
  const during = rangeName.startsWith("Last ") ? `the ${nameInSentence(rangeName)}` : nameInSentence(rangeName);
  const from = {
    model: `from ${during} of ${shown.model}`,
    all: `from ${during} of all models`,
    nothing: `no requests to models in ${during}: write your own figures`,
  }[measured.of];
  const field = (name: keyof Traffic, label: string, factor = 1) => (
    <NumberField
      // New measurements, or a reset, replace the typed value.
      key={`${name} ${traffic[name]}`}
      label={label}
      value={traffic[name] === null ? null : Math.round((traffic[name] ?? 0) * factor * 100) / 100}
      isChanged={changes[name] !== undefined}
      unit={name === "shareCached" ? "%" : undefined}
      onCommit={(value) => onChange({ ...changes, [name]: value === null ? undefined : value / factor })}
    />
  );
  return (
    <div className="grid gap-2.5 px-4 pb-3 max-md:px-3">
      <div className="flex min-h-6 items-center gap-2 text-micro text-ink-3">
        <span className="truncate">{from}</span>
        {isChanged ? (
          <Button
            kind="ghost"
            size="small"
            className="ml-auto"
            icon={<RefreshCw size={12} strokeWidth={2} aria-hidden="true" />}
            onClick={() => {
              onChange({});
              onOwnChange({ promptCost: null, completionCost: null });
            }}
          >
            Reset
          </Button>
        ) : null}
      </div>
      <div className="grid grid-cols-4 gap-2 max-md:grid-cols-2">
        {field("tokensIn", "Tokens in")}
        {field("tokensOut", "Tokens out")}
        {field("requestsPerDay", "Requests per day")}
        {field("shareCached", "Share cached", 100)}
        {(["promptCost", "completionCost"] as const).map((name) => (
          <NumberField
            key={`${name} ${per} ${own[name]}`}
            label={`${name === "promptCost" ? "Prompt" : "Completion"} at $/${per === "1" ? "token" : per}`}
            value={own[name] === null ? null : costPerUnit(own[name], per)}
            isChanged={own[name] !== null}
            unit={undefined}
            onCommit={(value) =>
              onOwnChange({ ...own, [name]: value === null ? null : costPerToken(String(value), per) })
            }
          />
        ))}
      </div>
      {rows.length === 0 ? (
        <p className="text-small text-ink-3">Enter all figures and a price in USD.</p>
      ) : (
        <table className="w-full table-fixed border-separate border-spacing-0 text-small">
          <thead className="sr-only">
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Share of the most expensive</th>
              <th scope="col">Per day</th>
              <th scope="col">Per month</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <WhatIfLine key={row.record.id} row={row} isBase={row.record.id === shown.id} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

const CELL_CLASS = "h-[26px] border-b border-line px-1 first:pl-0 last:pr-0";

function WhatIfLine({ row, isBase }: { row: WhatIfRow; isBase: boolean }) {
  const { record, dayUsd, share, change } = row;
  return (
    <tr>
      <td
        className={classNames(CELL_CLASS, "truncate", record.id === CUSTOM_PRICE_LABEL ? "font-medium" : "text-code")}
        title={record.model}
      >
        {record.model}
      </td>
      <td className={`${CELL_CLASS} w-[84px] max-md:hidden`}>
        <i
          aria-hidden="true"
          className={classNames(
            "inline-block h-1.5 min-w-px rounded-[1px] align-middle",
            isBase ? "bg-vat-6" : "bg-vat-3",
          )}
          style={{ width: `${share * 100}%` }}
        />
      </td>
      <td className={`${CELL_CLASS} w-[104px] text-right whitespace-nowrap`}>
        <b className="font-medium">{formatTotalCost(dayUsd)}</b> <span className="text-micro text-ink-3">a day</span>
      </td>
      <td className={`${CELL_CLASS} w-[112px] text-right whitespace-nowrap max-md:hidden`}>
        {formatTotalCost(dayUsd * DAYS_PER_MONTH)} <span className="text-micro text-ink-3">a month</span>
      </td>
      <td
        className={classNames(
          CELL_CLASS,
          "w-[60px] text-right whitespace-nowrap",
          change === null ? "text-ink-3" : change < 0 ? "text-ok" : "text-ink-2",
        )}
      >
        {isBase ? "now" : change === null ? "" : changeText(change)}
      </td>
    </tr>
  );
}
