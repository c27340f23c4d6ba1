import { type ComponentProps, useMemo } from "react";
import { SeriesPane } from "@/components/training/series/series-pane";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { evaluationNote } from "@/lib/training/runs/evaluation-note";

type RunSeriesProps = Omit<ComponentProps<typeof SeriesPane>, "notes"> & { run: TrainingRunDetail };

/** The metrics of a run, with the rows that its evaluation scores are over. */
export function RunSeries({ run, ...pane }: RunSeriesProps) {
  const note = evaluationNote(run);
  const notes = useMemo(() => new Map(note === null ? [] : [["figure:evaluation", note] as const]), [note]);
  return <SeriesPane {...pane} notes={notes} />;
}
