"use client";

import { Select } from "@/components/form/select";
import { SmoothingSlider } from "@/components/training/metrics/smoothing-slider";
import type { SeriesParams } from "./series-params";

type SmoothingControlProps = { params: SeriesParams; onChange: (change: Partial<SeriesParams>) => void };

const MAX_WEIGHT = 0.99;
const MAX_WINDOW = 501;

/** The smoothing of all lines: an exponential moving average, or the mean of a window. Zero and one are none. */
export function SmoothingControl({ params, onChange }: SmoothingControlProps) {
  const isWindow = params.smooth === "window";
  return (
    <span className="flex items-center gap-2">
      <Select
        label="Smoothing"
        value={params.smooth}
        options={[
          { value: "ema", label: "EMA" },
          { value: "window", label: "Window" },
        ]}
        onChange={(smooth) => onChange({ smooth })}
        className="h-(--ctl-h-small) text-small"
      />
      {isWindow ? (
        <SmoothingSlider
          name="Iterations"
          value={params.window}
          min={1}
          max={MAX_WINDOW}
          step={2}
          digits={0}
          onChange={(window) => onChange({ window })}
        />
      ) : (
        <SmoothingSlider value={params.ema} max={MAX_WEIGHT} step={0.01} onChange={(ema) => onChange({ ema })} />
      )}
    </span>
  );
}
