import { priceAxis } from "@/lib/chart/price-axis";
import type { Axis } from "@/lib/chart/ticks";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { modelLabel } from "@/lib/evaluation/runs/model-label";
import type { ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import type { Interval } from "@/lib/evaluation/statistics/intervals";
import { valueAxis } from "@/lib/training/metrics/value-axis";

/** What a model of a leaderboard scores, and what one of its trials costs. */
export interface ModelCost {
  readonly model: string;
  readonly value: number | null;
  readonly interval: Interval | null;
  /** Of one trial, in USD; null where it is not known. */
  readonly costUsd: number | null;
}

/** A model on the map. */
export interface CostPoint {
  readonly model: string;
  readonly isCheckpoint: boolean;
  readonly value: number;
  readonly interval: Interval | null;
  readonly costUsd: number;
  /** True where no cheaper model scores as well. */
  readonly isOnFrontier: boolean;
}

export interface CostMap {
  /** The cheapest first. */
  readonly points: readonly CostPoint[];
  readonly x: Axis;
  readonly y: Axis;
  /** Models with a value whose cost is zero or not known: a log scale has no place for them. */
  readonly leftOut: readonly string[];
}

const MAX_COST_TICKS = 7;

/** Returns the models by cost and score. */
export function prepareCostMap(models: readonly ModelCost[], direction: ScoreDirection): CostMap {
  const scored = models.flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]));
  const placed = scored.flatMap(({ costUsd, ...rest }) => (costUsd && costUsd > 0 ? [{ ...rest, costUsd }] : []));
  const sign = direction === "lower" ? -1 : 1;
  // Of equally cheap models only the best is on the frontier.
  placed.sort((left, right) => left.costUsd - right.costUsd || sign * (right.value - left.value));
  let top = Number.NEGATIVE_INFINITY;
  const points = placed.map((model): CostPoint => {
    const isOnFrontier = sign * model.value > top;
    top = Math.max(top, sign * model.value);
    return { ...model, isCheckpoint: modelLabel(model.model).step !== null, isOnFrontier };
  });
  const ends = points.flatMap(({ value, interval }) => [interval?.low ?? value, interval?.high ?? value]);
  const names = new Set(points.map(({ model }) => model));
  return {
    points,
    x: priceAxis(
      points.map(({ costUsd }) => costUsd),
      MAX_COST_TICKS,
    ),
    y: valueAxis(Math.min(...ends), Math.max(...ends), formatScore),
    leftOut: scored.flatMap(({ model }) => (names.has(model) ? [] : [model])),
  };
}
