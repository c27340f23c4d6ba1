"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { dayText } from "@/app/(dashboard)/[workspace]/costs/records/effective-day";
import type { PriceRecord, PriceStatus } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import {
  ProviderMark,
  type ProviderStyle,
  unknownProvider,
} from "@/app/(dashboard)/[workspace]/costs/records/provider-mark";
import { ChartFrame } from "@/components/chart/chart-frame";
import { ChartTooltip, type TooltipPosition } from "@/components/chart/chart-tooltip";
import { Plot } from "@/components/chart/plot";
import { countOf } from "@/lib/format/count";
import { type PriceUnit, priceText, ratioText, unitText } from "@/lib/format/price";
import { type MapPoint, priceMap } from "./prepare-price-map";
import { PriceMapMarks } from "./price-map-marks";

type PriceMapProps = {
  records: readonly PriceRecord[];
  status: ReadonlyMap<string, PriceStatus>;
  styles: ReadonlyMap<string, ProviderStyle>;
  per: PriceUnit;
  selected: PriceRecord | undefined;
  onSelect: (id: string) => void;
};

const MARGIN = { left: 56, right: 16 } as const;
const MAX_NAMED_PROVIDERS = 4;

/** The current prices: prompt against completion, both on log scales. */
export function PriceMapChart({ records, status: standing, styles, per, selected, onSelect }: PriceMapProps) {
  const current = useMemo(() => records.filter(({ id }) => standing.get(id) === "current"), [records, standing]);
  const map = useMemo(() => priceMap(current, per), [current, per]);
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ point: MapPoint; position: TooltipPosition } | null>(null);
  const show = useCallback((point: MapPoint | null, element: Element | null) => {
    const outer = frame.current?.getBoundingClientRect();
    if (point === null || element === null || !outer) return setShown(null);
    const box = element.getBoundingClientRect();
    const [left, right] = [box.left - outer.left, box.right - outer.left];
    setShown({ point, position: { left, right, top: box.top - outer.top - 20, frameWidthPx: outer.width } });
  }, []);
  const { points, leftOut } = map;
  const names = [...styles].slice(0, MAX_NAMED_PROVIDERS);
  return (
    <ChartFrame
      title="Price map"
      unit={leftOut.length > 0 ? `log, ${leftOut.length} not drawn` : "log"}
      summary={`${countOf(points.length, "model")} by prompt price and completion price in USD per ${unitText(per)}${leftOut.length > 0 ? `; not drawn because a price is zero, missing or not in USD: ${leftOut.map(({ model }) => model).join(", ")}` : ""}.`}
      fileName="price-map"
      table={{
        head: ["model", "provider", "prompt", "completion", "ratio"],
        rows: [
          ...points.map((point) => [point.model, point.provider, point.prompt, point.completion, ratioText(point)]),
          ...leftOut.map((record) => [
            record.model,
            record.provider,
            priceText(record.promptCost, record.promptUnit, per),
            priceText(record.completionCost, record.completionUnit, per),
            null,
          ]),
        ],
      }}
      legend={
        <ul aria-label="Providers" className="flex min-w-0 gap-2.5 overflow-hidden text-micro text-ink-2 max-md:hidden">
          {names.map(([name, style]) => (
            <li key={name} className="flex flex-none items-center gap-1">
              <ProviderMark style={style} />
              {name}
            </li>
          ))}
          {styles.size > names.length ? <li className="flex-none text-ink-3">+{styles.size - names.length}</li> : null}
        </ul>
      }
      className="flex-1"
    >
      <div ref={frame} className="absolute inset-0">
        {points.length === 0 ? (
          <p className="grid size-full place-items-center px-4 text-center text-small text-ink-3">
            No model has both a prompt price and a completion price above zero in USD.
          </p>
        ) : (
          <Plot x={map.x} y={map.y} xScale="log" yScale="log" margin={MARGIN} hasVerticalGrid>
            <PriceMapMarks
              map={map}
              styleOf={(provider) => styles.get(provider) ?? unknownProvider}
              per={per}
              selectedModel={selected?.model ?? null}
              onShow={show}
              onSelect={onSelect}
            />
          </Plot>
        )}
        {shown ? (
          <ChartTooltip
            position={shown.position}
            tip={{
              title: shown.point.model,
              when: shown.point.provider,
              facts: [
                { label: "prompt", value: priceText(shown.point.promptCost, "USD", per) },
                { label: "completion", value: priceText(shown.point.completionCost, "USD", per) },
                { label: "ratio", value: ratioText(shown.point) },
                {
                  label: "since",
                  value: dayText(current.find(({ id }) => id === shown.point.id)?.effectiveMs ?? null),
                },
              ],
              action: "Click to select the record",
            }}
          />
        ) : null}
      </div>
    </ChartFrame>
  );
}
