import { useId } from "react";
import { classNames } from "@/lib/style/class-names";

type SmoothingSliderProps = {
  /** The weight of earlier values in the exponential moving average, from 0 to `max`. */
  value: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  className?: string;
};

/** The smoothing of the lines of charts. */
export function SmoothingSlider({ value, max, step, onChange, className }: SmoothingSliderProps) {
  const id = useId();
  return (
    <span className={classNames("flex items-center gap-1.5 text-small text-ink-2", className)}>
      <label htmlFor={id} title="Exponential moving average; the raw line stays below it">
        EMA
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="w-20 accent-accent"
      />
      <span className="w-7 tabular-nums">{value.toFixed(2)}</span>
    </span>
  );
}
