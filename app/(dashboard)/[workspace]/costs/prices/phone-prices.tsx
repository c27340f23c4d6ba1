import type { ReactNode } from "react";
import { dayText } from "@/app/(dashboard)/[workspace]/costs/records/effective-day";
import { ProviderMark } from "@/app/(dashboard)/[workspace]/costs/records/provider-mark";
import { Tag } from "@/components/ui/tag";
import { priceText, ratioText } from "@/lib/format/price";
import { classNames } from "@/lib/style/class-names";
import type { PriceListRow } from "./costs-columns";

type PhonePricesProps = { rows: readonly PriceListRow[]; onOpen: (id: string) => void; children: ReactNode };

/** The list on a phone: the model, its two prices, and their effective date. */
export function PhonePrices({ rows, onOpen, children }: PhonePricesProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <ul aria-label="Price records">
        {rows.map((row) => (
          <li key={row.record.id} className="border-b border-line">
            <PhonePrice row={row} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

function PhonePrice({ row, onOpen }: { row: PriceListRow; onOpen: (id: string) => void }) {
  const { record, standing, isUnder, style, per } = row;
  return (
    <button
      type="button"
      onClick={() => onOpen(record.id)}
      className={classNames(
        "grid w-full gap-[3px] px-3 py-2.5 text-left outline-offset-[-2px]",
        isUnder && "pl-7",
        standing === "superseded" && "text-ink-3",
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate text-code font-medium">{record.model}</span>
        {standing === "superseded" ? <Tag>superseded</Tag> : null}
        {standing === "upcoming" ? <Tag tone="run">upcoming</Tag> : null}
        <span className="ml-auto flex-none text-micro text-ink-3">{dayText(record.effectiveMs)}</span>
      </span>
      <span className="flex gap-4 text-small">
        <span>
          <span className="text-ink-3">prompt</span> {priceText(record.promptCost, record.promptUnit, per)}
        </span>
        <span>
          <span className="text-ink-3">completion</span> {priceText(record.completionCost, record.completionUnit, per)}
        </span>
        <span className="text-ink-3">{ratioText(record)}</span>
      </span>
      <span className="flex items-center gap-1.5 text-micro text-ink-3">
        <ProviderMark style={style} /> {record.provider}
      </span>
    </button>
  );
}
