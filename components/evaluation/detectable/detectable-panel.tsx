"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartFrame } from "@/components/chart/chart-frame";
import { Plot } from "@/components/chart/plot";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { MAX_RUNS_PER_PAGE } from "@/lib/api/contract/evaluations/evaluation-limits";
import { MIN_INTERVAL_EXAMPLES } from "@/lib/evaluation/statistics/intervals";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { DetectableMarks } from "./detectable-marks";
import {
  earlierPair,
  type KnownSpread,
  knownSpread,
  plainDifference,
  prepareDetectable,
  spreadNote,
} from "./prepare-detectable";

type DetectablePanelProps = {
  workspace: Workspace;
  /** The dataset of the form. */
  datasetName: string;
  /** The rows that the form takes of it. */
  rows: number;
  /** Trials per row. */
  trials: number;
};

const TITLE = "Smallest detectable difference";
const MARGIN = { left: 48, right: 16 } as const;

/** The differences that an evaluation of these rows and trials can show, judged by the newest two runs on the same rows. */
export function DetectablePanel({ workspace, datasetName, rows, trials }: DetectablePanelProps) {
  const { connectionId, projectId } = workspace;
  const list = useQuery(
    serviceQuery(connectionId, "evaluations.query", { project_id: projectId, limit: MAX_RUNS_PER_PAGE }),
  );
  const pair = earlierPair(list.data?.runs ?? [], datasetName);
  const runs = pair === null ? [] : [{ id: pair.newest.id, against_id: pair.before.id }];
  const figures = useQuery({
    ...serviceQuery(connectionId, "evaluations.figures", { project_id: projectId, runs }),
    enabled: pair !== null,
  });
  const failed = [list, figures].find(({ isError }) => isError);
  const [found] = figures.data?.runs ?? [];
  const known = found === undefined ? null : knownSpread(found);
  const isTooShort = rows < MIN_INTERVAL_EXAMPLES;
  if (known !== null && pair !== null && !isTooShort) {
    const names = `${pair.newest.name} and ${pair.before.name}`;
    return <DetectableChart known={known} names={names} rows={rows} trials={trials} />;
  }
  return (
    <section aria-label={TITLE} className="border-b border-line px-4 max-md:px-3 pb-3 text-small">
      <h2 className="flex h-[34px] items-center text-base font-medium">{TITLE}</h2>
      {isTooShort ? (
        <p className="text-ink-3">
          {countOf(rows, "row")} are too few for an interval: needs {MIN_INTERVAL_EXAMPLES}.
        </p>
      ) : failed !== undefined ? (
        <p className="flex gap-2 text-err">
          Could not load the earlier evaluations: {failureOf(failed.error).message}
          <button type="button" className="underline" onClick={() => void failed.refetch()}>
            Retry
          </button>
        </p>
      ) : list.data === undefined || (pair !== null && found === undefined) ? (
        <Skeleton className="w-3/5" />
      ) : (
        <p className="text-ink-3">
          {pair === null
            ? `Not known: needs two finished evaluations on the same rows of ${datasetName}.`
            : `Not known: ${pair.newest.name} and ${pair.before.name} do not differ on 10 shared examples.`}
        </p>
      )}
    </section>
  );
}

type DetectableChartProps = { known: KnownSpread; names: string; rows: number; trials: number };

function DetectableChart({ known: { scoreId, spread }, names, rows, trials }: DetectableChartProps) {
  const curve = prepareDetectable(spread, rows, trials);
  const words = `${plainDifference(curve.planned.difference)} with ${countOf(rows, "row")} × ${countOf(trials, "trial")}`;
  return (
    <ChartFrame
      title={TITLE}
      unit={`in ${scoreId}, paired`}
      summary={`${words}, in four of five tries. Judged by the differences between ${names}.`}
      fileName="smallest-detectable-difference"
      table={{
        head: ["trials per row", "smallest detectable difference"],
        rows: curve.points.map((point) => [point.trials, point.difference]),
      }}
      className="h-[190px] border-b border-line"
    >
      <Plot x={curve.x} y={curve.y} margin={MARGIN}>
        <DetectableMarks curve={curve} words={words} note={spreadNote(spread)} />
      </Plot>
    </ChartFrame>
  );
}
