import type { inferParserType } from "nuqs";
import { useId } from "react";
import { Segmented } from "@/components/form/segmented";
import type { modelSearchParams } from "./search-params";

type Choices = Pick<inferParserType<typeof modelSearchParams>, "ema" | "log" | "x">;

type ExplorerControlsProps = {
  choices: Choices;
  /** True if the service reports when checkpoints were saved. */
  isTimed: boolean;
  onChange: (change: Partial<Choices>) => void;
};

const MAX_SMOOTHING = 0.95;

/** Smoothing, scale and axis of the explorer. */
export function ExplorerControls({ choices, isTimed, onChange }: ExplorerControlsProps) {
  const slider = useId();
  return (
    <>
      <span className="mx-1.5 flex items-center gap-1.5 text-small text-ink-2 max-lg:hidden">
        <label htmlFor={slider} title="Exponential moving average; the raw line stays below it">
          EMA
        </label>
        <input
          id={slider}
          type="range"
          min={0}
          max={MAX_SMOOTHING}
          step={0.05}
          value={choices.ema}
          onChange={(event) => onChange({ ema: Number(event.target.value) })}
          className="w-20 accent-accent"
        />
        <span className="w-7 tabular-nums">{choices.ema.toFixed(2)}</span>
      </span>
      <Segmented
        label="Scale of values"
        size="small"
        className="max-md:hidden"
        value={choices.log ? "log" : "linear"}
        segments={[
          { value: "linear", label: "Linear" },
          { value: "log", label: "Log" },
        ]}
        onChange={(value) => onChange({ log: value === "log" })}
      />
      {isTimed ? (
        <Segmented
          label="X axis"
          size="small"
          value={choices.x}
          segments={[
            { value: "step", label: "Step" },
            { value: "time", label: "Time" },
          ]}
          onChange={(x) => onChange({ x })}
        />
      ) : null}
    </>
  );
}
