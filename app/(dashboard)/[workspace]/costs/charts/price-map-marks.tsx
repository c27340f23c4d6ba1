"use client";

import { type KeyboardEvent, useRef } from "react";
import { ProviderShape, type ProviderStyle } from "@/app/(dashboard)/[workspace]/costs/records/provider-mark";
import { usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { positionLabels } from "@/lib/chart/position-labels";
import { type PriceUnit, priceText, unitText } from "@/lib/format/price";
import { type MapPoint, type PriceMap, ratioLine } from "./prepare-price-map";

type MarksProps = {
  map: PriceMap;
  styleOf: (provider: string) => ProviderStyle;
  per: PriceUnit;
  selectedModel: string | null;
  onShow: (point: MapPoint | null, element: Element | null) => void;
  onSelect: (id: string) => void;
};

const RATIOS = [1, 4] as const;

/** Marks, their names, the lines of equal ratio and the crosshair of the selected model, in the plot's coordinates. */
export function PriceMapMarks({ map, styleOf, per, selectedModel, onShow, onSelect }: MarksProps) {
  const geometry = usePlotGeometry();
  const group = useRef<SVGGElement>(null);
  if (!geometry) return null;
  const { left, top, width, height } = geometry;
  const [right, bottom] = [left + width, top + height];
  const places = map.points
    .map((point) => ({ point, x: geometry.x(point.prompt), y: geometry.y(point.completion) }))
    .sort((one, other) => one.x - other.x);
  const selected = places.find(({ point }) => point.model === selectedModel);
  // The selected name has priority; cheap prices are close together.
  const wishes = [...places].sort(
    (one, other) => Number(other === selected) - Number(one === selected) || other.y - one.y,
  );
  const labels = positionLabels(
    wishes.map(({ point, x, y }) => ({ id: point.id, x, y, text: point.model })),
    { left: left + 2, right: right - 2, top, bottom: bottom - 14 },
  );
  const onKeyDown = (event: KeyboardEvent<SVGGElement>, index: number) => {
    const moves: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1 };
    const next = moves[event.key];
    const { point } = places[index] ?? {};
    if ((event.key === "Enter" || event.key === " ") && point) onSelect(point.id);
    else if (next !== undefined) group.current?.querySelectorAll<SVGGElement>("[role=button]")[next]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = Math.max(0, selected ? places.indexOf(selected) : 0);
  return (
    <g ref={group} fontSize={11}>
      {RATIOS.map((ratio) => {
        const line = ratioLine(map, ratio);
        if (!line) return null;
        const [x2, y2] = [geometry.x(line.to), geometry.y(line.to * ratio)];
        return (
          <g key={ratio}>
            <path
              d={`M${geometry.x(line.from)} ${geometry.y(line.from * ratio)}L${x2} ${y2}`}
              stroke="var(--line-strong)"
              strokeDasharray="3 3"
            />
            <text x={x2 - 6} y={y2 + 14} textAnchor="end" fill="var(--chart-text)">
              {ratio}×
            </text>
          </g>
        );
      })}
      {selected ? (
        <path
          d={`M${left} ${selected.y}H${selected.x}V${bottom}`}
          fill="none"
          stroke="var(--chart-cross)"
          strokeDasharray="2 2"
          strokeOpacity={0.7}
        />
      ) : null}
      <text x={right - 4} y={bottom - 5} textAnchor="end" fill="var(--chart-text)">
        prompt, USD per {unitText(per)}
      </text>
      <text
        x={left + 12}
        y={top + 4}
        transform={`rotate(-90 ${left + 12} ${top + 4})`}
        textAnchor="end"
        fill="var(--chart-text)"
      >
        completion
      </text>
      {labels.map((label) => (
        <text
          key={label.id}
          x={label.left}
          y={label.baseline}
          fill={label.id === selected?.point.id ? "var(--ink)" : "var(--ink-2)"}
          fontWeight={label.id === selected?.point.id ? 500 : 400}
          pointerEvents="none"
        >
          {label.text}
        </text>
      ))}
      {places.map(({ point, x, y }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a mark of a drawing cannot be a button element
        <g
          key={point.id}
          role="button"
          tabIndex={index === stop ? 0 : -1}
          aria-label={`${point.model}, ${point.provider}: prompt ${priceText(point.promptCost, "USD", per)}, completion ${priceText(point.completionCost, "USD", per)}`}
          aria-pressed={point === selected?.point}
          onClick={() => onSelect(point.id)}
          onKeyDown={(event) => onKeyDown(event, index)}
          onPointerEnter={(event) => onShow(point, event.currentTarget)}
          onPointerLeave={() => onShow(null, null)}
          onFocus={(event) => onShow(point, event.currentTarget)}
          onBlur={() => onShow(null, null)}
          className="cursor-pointer"
        >
          <circle cx={x} cy={y} r={11} fill="transparent" />
          <ProviderShape style={styleOf(point.provider)} x={x} y={y} radius={point === selected?.point ? 5.2 : 4.2} />
          {point === selected?.point ? (
            <circle cx={x} cy={y} r={8} fill="none" stroke="var(--ink)" strokeWidth={1.2} />
          ) : null}
        </g>
      ))}
    </g>
  );
}
