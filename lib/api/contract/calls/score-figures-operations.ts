import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { EXAMPLE_PROJECT } from "./call-examples";
import { scoresFigures, scoresFiguresResult } from "./score-figures";

const EXAMPLE_FIGURES = {
  call_count: 1,
  number_count: 1,
  mean: 0.5,
  min: 0.5,
  max: 0.5,
  true_count: 0,
  false_count: 0,
};

export const scoreFigureOperations = {
  "scores.figures": defineOperation({
    id: "scores.figures",
    title: "Figures of scores",
    summary:
      "Returns the mean, the share of true, the distribution and the series of scores of the selected calls, in total and by group.",
    path: "/scores/aggregate",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: scoresFigures },
    result: { kind: "json", schema: scoresFiguresResult },
    standing: "extension",
    gaps: ["scores"],
    example: {
      body: {
        project_id: EXAMPLE_PROJECT,
        after: "2026-11-20T14:00:00Z",
        before: "2026-11-20T15:00:00Z",
        bucket_seconds: 3600,
        fields: ["score.reward"],
        by: "op",
      },
      result: {
        after: "2026-11-20T14:00:00Z",
        before: "2026-11-20T15:00:00Z",
        bucket_seconds: 3600,
        starts: ["2026-11-20T14:00:00Z"],
        by: "op",
        scores: [
          {
            field: "score.reward",
            totals: EXAMPLE_FIGURES,
            buckets: [{ start: "2026-11-20T14:00:00Z", ...EXAMPLE_FIGURES }],
            bins: [{ from: 0.5, to: 0.5, count: 1 }],
            values: [],
            groups: [
              {
                value: "airline_agent.turn",
                ...EXAMPLE_FIGURES,
                buckets: [{ start: "2026-11-20T14:00:00Z", ...EXAMPLE_FIGURES }],
              },
            ],
            group_count: 1,
          },
        ],
      },
    },
  }),
};
