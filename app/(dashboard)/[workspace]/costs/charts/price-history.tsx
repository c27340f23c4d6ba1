"use client";

import { Maximize2, Minimize2 } from "lucide-react";
import { useMemo } from "react";
import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { ChartFrame } from "@/components/chart/chart-frame";
import { Plot } from "@/components/chart/plot";
import { Button } from "@/components/ui/button";
import { type PriceUnit, unitText } from "@/lib/format/price";
import { formatFullTime } from "@/lib/format/time";
import { historySummary, priceHistory } from "./prepare-price-history";
import { PriceHistoryMarks } from "./price-history-marks";

type PriceHistoryProps = {
  model: string;
  /** All records of the model. */
  records: readonly PriceRecord[];
  per: PriceUnit;
  nowMs: number;
  selectedId: string | null;
  isLarge: boolean;
  onToggle: () => void;
  className?: string;
};

const MARGIN = { left: 56, right: 70 } as const;
const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The price of one model by effective date, as steps. */
export function PriceHistoryChart(props: PriceHistoryProps) {
  const { model, records, per, nowMs, selectedId, isLarge, onToggle, className } = props;
  const history = useMemo(() => priceHistory(records, per, nowMs), [records, per, nowMs]);
  const Icon = isLarge ? Minimize2 : Maximize2;
  return (
    <ChartFrame
      title="Price history"
      unit={model}
      summary={history ? historySummary(model, history) : `No record of ${model} has an effective date.`}
      fileName={`price-history-${model.replaceAll(/[^\w.-]+/g, "-")}`}
      table={{
        head: ["effective from", "prompt", "completion"],
        rows: records.map(({ effectiveMs, id }) => [
          formatFullTime(effectiveMs),
          ...(["prompt", "completion"] as const).map(
            (key) =>
              history?.lines.find((line) => line.key === key)?.steps.find((step) => step.id === id)?.price ?? null,
          ),
        ]),
      }}
      legend={
        <>
          <ul aria-label="Lines" className="flex flex-none gap-2.5 text-micro text-ink-2 max-md:hidden">
            {(history?.lines ?? []).map(({ key, color }) => (
              <li key={key} className="flex items-center gap-1">
                <svg width="12" height="8" aria-hidden="true">
                  <path d="M0 4h12" stroke={color} strokeWidth="2" />
                </svg>
                {key}
              </li>
            ))}
          </ul>
          <Button
            kind="ghost"
            size="icon-small"
            aria-pressed={isLarge}
            aria-label="History of the model"
            title={isLarge ? "Show the price map (H)" : "Enlarge the price history (H)"}
            onClick={onToggle}
          >
            <Icon {...icon} />
          </Button>
        </>
      }
      {...(className === undefined ? {} : { className })}
    >
      {history ? (
        <Plot x={history.x} y={history.y} margin={MARGIN}>
          <PriceHistoryMarks history={history} selectedId={selectedId} unit={unitText(per)} />
        </Plot>
      ) : (
        <p className="grid size-full place-items-center text-small text-ink-3">No effective dates.</p>
      )}
    </ChartFrame>
  );
}
