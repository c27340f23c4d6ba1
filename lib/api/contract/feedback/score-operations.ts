import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { scoresList, scoresListResult, scoresRead, scoresReadResult } from "./scores";

const PROJECT = "demo/airline";
const CALL_ID = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d";

export const scoreOperations = {
  "scores.list": defineOperation({
    id: "scores.list",
    title: "Scores of a project",
    summary: "Lists the scores that feedback of a project holds, with their kinds, ranges, counts and values.",
    path: "/scores/list",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: scoresList },
    result: { kind: "json", schema: scoresListResult },
    standing: "extension",
    gaps: ["scores"],
    example: {
      body: { project_id: PROJECT },
      result: {
        scores: [
          {
            name: "reward",
            source: "scorer",
            field: "score.reward",
            feedback_type: "wandb.runnable.reward",
            kind: "number",
            count: 2,
            number_count: 2,
            min: 0,
            max: 1,
            mean: 0.5,
            true_count: 0,
            false_count: 0,
            values: [],
            last_at: "2026-11-20T14:30:01.882000Z",
          },
        ],
        is_partial: false,
      },
    },
  }),
  "scores.read": defineOperation({
    id: "scores.read",
    title: "Scores of calls and threads",
    summary: "Returns the newest value of each score of some calls, of some threads, or of the calls of a trace.",
    path: "/scores/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: scoresRead },
    result: { kind: "json", schema: scoresReadResult },
    standing: "extension",
    gaps: ["scores"],
    example: {
      body: { project_id: PROJECT, call_ids: [CALL_ID] },
      result: {
        calls: [
          {
            id: CALL_ID,
            scores: [
              {
                name: "reward",
                source: "scorer",
                value: 0.5,
                at: "2026-11-20T14:30:01.882000Z",
                count: 1,
                mean: null,
              },
            ],
          },
        ],
        threads: [],
        is_partial: false,
      },
    },
  }),
};
