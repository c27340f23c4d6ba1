import { useId } from "react";
import { classNames } from "@/lib/style/class-names";

type SmoothingSliderProps = {
  /** The weight of earlier values in the exponential moving average, from 0 to `max`. */
  value: number;
  max: number;
  step: number;
  min?: number;
  /** The name of the value, where it is not the weight of an average. */
  name?: string;
  digits?: number;
  onChange: (value: number) => void;
  className?: string;
};

/** The smoothing of the lines of charts. */
export function SmoothingSlider({ value, max, step, onChange, className, ...rest }: SmoothingSliderProps) {
  const { min = 0, name = "EMA", digits = 2 } = rest;
  const id = useId();
  return (
    <span className={classNames("flex items-center gap-1.5 text-small text-ink-2", className)}>
      <label
        htmlFor={id}
        title={name === "EMA" ? "Exponential moving average; the raw line stays below it" : undefined}
      >
        {name}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="w-20 accent-accent"
      />
      <span className="w-7 tabular-nums">{value.toFixed(digits)}</span>
    </span>
  );
}
