"use client";

import { useMemo, useState } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { EstimateSection } from "@/components/evaluation/setup/estimate-section";
import type { EstimateState } from "@/components/evaluation/setup/use-estimate";
import { Select } from "@/components/form/select";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { measuredText, measureName, windowText } from "@/components/watches/watch-words";
import type { TracesScope } from "@/lib/address/traces-href";
import type { WatchPreview, WatchSettingsInput } from "@/lib/api/contract/watches/watches";
import { countOf, formatCount } from "@/lib/format/count";
import { preparePreview } from "./prepare-preview";
import { StateStrip } from "./state-strip";

const LinesChart = partLoadedLater(async () => (await import("@/components/chart/lines-chart")).LinesChart);

type PreviewPartProps = {
  state: EstimateState<"watches.preview">;
  settings: WatchSettingsInput | null;
  missing: readonly string[];
  scope: TracesScope;
};

/** The measure's past with the rule laid over it: when it would have fired, and how often. */
export function PreviewPart({ state, settings, missing, scope }: PreviewPartProps) {
  const { estimate: preview, errors } = state;
  return (
    <EstimateSection
      title="Past"
      note={preview ? `${windowText(rangeSeconds(preview))} in ${countOf(preview.window_count, "window")}` : null}
      state={state}
      missing={missing}
      errors={errors}
      className="border-b border-line"
    >
      {preview && settings ? <Previewed preview={preview} settings={settings} scope={scope} /> : null}
    </EstimateSection>
  );
}

const rangeSeconds = ({ after, before }: WatchPreview) => (Date.parse(before) - Date.parse(after)) / 1000;

type PreviewedProps = { preview: WatchPreview; settings: WatchSettingsInput; scope: TracesScope };

function Previewed({ preview, settings, scope }: PreviewedProps) {
  const [chosen, setChosen] = useState(0);
  const group = preview.groups[Math.min(chosen, preview.groups.length - 1)];
  const { measure, condition } = settings;
  const chart = useMemo(
    () =>
      group === undefined
        ? null
        : // The service has checked these settings.
          preparePreview(
            preview,
            group,
            { measure, condition } as Parameters<typeof preparePreview>[2],
            scope,
            Date.now(),
          ),
    [preview, group, measure, condition, scope],
  );
  if (!chart) return <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">No call in this range matches.</p>;
  const { firing_count: firings } = preview;
  const verdict = firings === 0 ? "would never have fired" : `would have fired ${countOf(firings, "time")}`;
  const few = preview.few_calls_windows;
  return (
    <>
      <p role="status" className="px-4 pb-2 text-small max-md:px-3">
        <b className="font-medium">It {verdict}</b>
        {preview.group_count > 1 ? ` in ${formatCount(preview.group_count)} groups` : ""}.{" "}
        <span className="text-ink-3">{few > 0 ? `${countOf(few, "window")} had too few calls.` : ""}</span>
      </p>
      {preview.groups.length > 1 ? (
        <div className="px-4 pb-2 max-md:px-3">
          <Select
            label="Group"
            value={String(chosen)}
            options={preview.groups.map(({ value }, index) => ({ value: String(index), label: value ?? "no value" }))}
            onChange={(index) => setChosen(Number(index))}
          />
        </div>
      ) : null}
      <ChartFrame
        title={measureName(measure)}
        unit={`${windowText(measure.window_seconds)} windows`}
        summary={`${measureName(measure)} over the past. The rule ${verdict}.`}
        table={chart.table}
        fileName="watch"
        className="h-[240px]"
      >
        <LinesChart
          label={measureName(measure)}
          lines={chart.lines}
          bands={chart.bands}
          yAxis={chart.yAxis}
          format={(value) => measuredText(measure.figure, value)}
          crossMs={null}
          onCrosshairMove={() => undefined}
          onZoom={() => undefined}
        />
      </ChartFrame>
      <StateStrip stretches={chart.stretches} />
    </>
  );
}
