import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { measuresRead, measuresResult } from "./measures";

const POINT = { start: "2026-11-20T14:00:00Z", value: 412, low: null, high: null, calls: 412 };

/** Measures: figures of calls, as dashboards draw them. */
export const measureOperations = {
  "measures.read": defineOperation({
    id: "measures.read",
    title: "Measures",
    summary: "Reads many figures of one range, in total, in windows and by group.",
    path: "/measures/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: measuresRead },
    result: { kind: "json", schema: measuresResult },
    standing: "extension",
    gaps: ["measures"],
    example: {
      body: {
        project_id: "demo/airline",
        after: "2026-11-20T14:00:00Z",
        before: "2026-11-20T15:00:00Z",
        measures: [{ measure: { figure: "calls", window_seconds: 3600 } }],
      },
      result: {
        after: "2026-11-20T14:00:00Z",
        before: "2026-11-20T15:00:00Z",
        results: [
          {
            measured: {
              ...{ window_seconds: 3600, total: POINT, previous: null, points: [POINT] },
              ...{ groups: [], group_count: 0, bins: null },
            },
            problem: null,
          },
        ],
      },
    },
  }),
};
