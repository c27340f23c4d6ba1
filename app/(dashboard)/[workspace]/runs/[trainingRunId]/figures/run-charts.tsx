import { useMemo, useState } from "react";
import { CurveCard } from "@/components/training/curves/curve-card";
import { Button } from "@/components/ui/button";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { SERIES_COLORS } from "@/lib/chart/series";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { prepareRunCurves } from "@/lib/training/runs/run-curves";

/** Colors of charts: the same for every run. */
const COLORS: Readonly<Record<string, number>> = {
  reward: 0,
  signal: 4,
  evaluation: 1,
  kl: 3,
  entropy: 2,
  tokens: 6,
  cost: 7,
};

/** In a wide window, as in the classes below. */
const COLUMNS = 3;

/** A logged run may have dozens of metrics. */
const FIRST_CHARTS = 12;

/** The figures of each iteration, from a service that does not reduce series; all charts share the crosshair. */
export function RunCharts({ run }: { run: TrainingRunDetail }) {
  const { iterations, source, name, base_evaluation: base } = run;
  const all = useMemo(() => prepareRunCurves(iterations, source, base), [iterations, source, base]);
  const fileName = `run-${name}`;
  const [isWhole, setIsWhole] = useState(false);
  const curves = isWhole ? all : all.slice(0, FIRST_CHARTS);
  // The first chart takes the remaining columns of an incomplete row.
  const isFirstWide = curves.length % COLUMNS === COLUMNS - 1;
  return (
    <section aria-label="Charts" className="flex-none">
      <div className="grid grid-cols-3 overflow-hidden max-xl:grid-cols-2 max-md:grid-cols-1 [&>*]:-mr-px">
        {curves.map(({ key, title, unit, curve, format, band }, index) => (
          <CurveCard
            key={key}
            curve={curve}
            title={title}
            unit={unit}
            color={SERIES_COLORS[COLORS[key] ?? 0] ?? SERIES_COLORS[0]}
            xLabel="iteration"
            fileName={`${fileName}-${key}`}
            format={format}
            noun="iteration"
            band={band}
            hasFigures
            className={classNames(
              "h-[164px] border-r border-b border-line",
              index === 0 && isFirstWide && "md:col-span-2",
            )}
          />
        ))}
      </div>
      {all.length === curves.length ? null : (
        <Button size="small" className="mx-4 my-2.5 max-md:mx-3" onClick={() => setIsWhole(true)}>
          Show {countOf(all.length - curves.length, "more metric")}
        </Button>
      )}
    </section>
  );
}
