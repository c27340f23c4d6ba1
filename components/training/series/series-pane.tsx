"use client";

import { type ReactNode, useCallback } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { useCrosshair } from "@/components/training/metrics/crosshair";
import { useCrosshairKeys } from "@/components/training/metrics/use-crosshair-keys";
import { Callout } from "@/components/ui/callout";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { SERIES_AXES } from "@/lib/api/contract/training-runs/run-series";
import { countOf } from "@/lib/format/count";
import { drawnElsewhere, namesText, otherNames, underDrawnNames, withoutKeys } from "@/lib/training/series/other-names";
import { seriesTitle } from "@/lib/training/series/series-chart";
import { foundSeries, seriesLayout } from "@/lib/training/series/series-layout";
import { systemSources } from "@/lib/training/system/system-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { ConstantsLine } from "./constants-line";
import { SeriesBar } from "./series-bar";
import { extentOf } from "./series-choices";
import { SeriesGrid } from "./series-grid";
import type { SeriesParams } from "./series-params";
import { SeriesSections } from "./series-sections";
import { usePinnedMetrics } from "./use-pinned-metrics";
import { type ReadRun, useMoreSeries, useRunSeries } from "./use-run-series";

type SeriesPaneProps = {
  workspace: Workspace;
  runs: readonly ReadRun[];
  params: SeriesParams;
  onChange: (change: Partial<SeriesParams>) => void;
  fileName: string;
  /** Shown where the service does not reduce series. */
  fallback: ReactNode;
  /** By the key of a metric, the rows that its values are computed over. */
  notes?: ReadonlyMap<string, string>;
};

const SystemBand = partLoadedLater(async () => (await import("./system-band")).SystemBand);

/** Charts that are drawn at once by a search or an open section. */
const MAX_DRAWN = 24;

/** The metrics of one or more runs: pinned and usual ones first, then sections by prefix, all with the same tools. */
export function SeriesPane({ workspace, runs, params, onChange, fileName, fallback, notes }: SeriesPaneProps) {
  const [pinned, onPin] = usePinnedMetrics(workspace.projectId);
  const first = useRunSeries(workspace, runs, params, pinned);
  const directories = first.flatMap(({ page }) => (page ? [page.directory] : []));
  const system = systemSources(first.map(({ page }) => page?.directory));
  const systemKeys = [...new Set(system.flatMap((sources) => sources.flatMap(({ keys }) => keys)))];
  const layout = seriesLayout(directories, pinned, systemKeys);
  const isFinding = params.find.trim() !== "";
  const found = isFinding ? foundSeries(directories, params.find, (key) => seriesTitle(key).title) : [];
  const open = layout.sections.filter(({ prefix }) => params.open.includes(prefix)).flatMap(({ keys }) => keys);
  const wanted = isFinding ? found.slice(0, MAX_DRAWN) : [...layout.main, ...open];
  const ofRuns = first.map(({ page }) => page?.directory);
  const names = otherNames(isFinding ? [] : layout.main, ofRuns, pinned);
  const asked = [...wanted, ...names.flatMap((own) => [...own.values()]), ...(isFinding ? [] : systemKeys)];
  const loaded = underDrawnNames(useMoreSeries(workspace, first, params, asked), names);
  const elsewhere = drawnElsewhere(names, ofRuns);
  const { crosshair } = useCrosshair();
  const xs = Float64Array.from(loaded[0]?.series.get(wanted[0] ?? "")?.x ?? []);
  useCrosshairKeys({ steps: xs, timesMs: xs }, "step", crosshair);
  const onZoom = useCallback(
    (range: readonly [number, number] | null) => onChange({ zoom: range === null ? [] : [...range] }),
    [onChange],
  );
  const failed = loaded.filter(({ failure }) => failure !== null);
  if (first.length > 0 && first.every(({ failure, page }) => failure?.kind === "unsupported" && !page)) return fallback;
  if (directories.length === 0) {
    const [one] = failed;
    return one?.failure ? (
      <FailureState failure={one.failure} onRetry={one.retry} isRetrying={false} />
    ) : (
      <ProgressBar label="Loading metrics" />
    );
  }
  const allNotes = new Map([...namesText(loaded, names), ...(notes ?? [])]);
  const grid = { loaded, params, pinned, repeated: layout.repeated, notes: allNotes, fileName, onPin, onZoom };
  const axes = SERIES_AXES.filter((axis) => first.some(({ page }) => page?.axes.includes(axis)));
  return (
    <section aria-label="Charts" className="flex flex-none flex-col">
      <SeriesBar params={params} axes={axes} count={layout.count} extent={extentOf(first)} onChange={onChange} />
      {failed.map(({ run, failure }) => (
        <Callout key={run.id} tone="err">
          Could not load the metrics of {run.label}: {failure?.message}
        </Callout>
      ))}
      {layout.count === 0 ? (
        <div className="flex min-h-40 border-b border-line">
          <PaneState kind="empty" title="No metrics yet">
            Charts appear as soon as the first iteration has figures.
          </PaneState>
        </div>
      ) : isFinding ? (
        <>
          <SeriesGrid keys={wanted} {...grid} />
          <p role="status" className="px-4 py-2 text-small text-ink-3 max-md:px-3">
            {countOf(found.length, "metric")} found
            {found.length > MAX_DRAWN ? `; the first ${MAX_DRAWN} are drawn` : ""}
          </p>
        </>
      ) : (
        <>
          <SeriesGrid keys={layout.main.filter((key) => !elsewhere.includes(key))} {...grid} />
          {systemKeys.length === 0 ? null : <SystemBand {...{ loaded, params, fileName, onZoom }} sources={system} />}
          <ConstantsLine constants={layout.constants} />
          <SeriesSections
            sections={withoutKeys(layout.sections, elsewhere)}
            open={params.open}
            onOpen={(prefixes) => onChange({ open: [...prefixes] })}
            grid={grid}
          />
        </>
      )}
    </section>
  );
}
