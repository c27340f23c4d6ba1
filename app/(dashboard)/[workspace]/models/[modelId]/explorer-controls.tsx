import type { inferParserType } from "nuqs";
import { Segmented } from "@/components/form/segmented";
import { SmoothingSlider } from "@/components/training/metrics/smoothing-slider";
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
  return (
    <>
      <SmoothingSlider
        value={choices.ema}
        max={MAX_SMOOTHING}
        step={0.05}
        onChange={(ema) => onChange({ ema })}
        className="mx-1.5 max-lg:hidden"
      />
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
