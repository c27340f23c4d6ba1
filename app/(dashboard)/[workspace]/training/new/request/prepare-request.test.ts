import { expect, test } from "vitest";
import { MAX_REQUEST_BYTES, requestPreview, startProblem } from "./prepare-request";

const group = { id: "a", label: "", title: "", rows: [], exceptions: [], members: {} };
const figure = {
  spread: { count: 0, mean: null, deviation: null, min: null, max: null },
  count: 4,
  missingRewards: 0,
  problemCount: 0,
  messageCount: 0,
  byteCount: 0,
  rewardDigits: 0,
  isOut: false,
};
const draft = { rows: [], groups: [group, group, group], rewards: new Float64Array(), isOut: new Uint8Array() };

test("shows the members as they are sent, and summarizes groups", () => {
  const target = { kind: "job", modelId: "m", config: { learning_rate: 5e-6 } } as const;
  expect(requestPreview(draft, [figure, figure, { ...figure, isOut: true }], target)).toBe(`{
  "model_id": "m",
  "experimental_config": {
    "learning_rate": 0.000005
  },
  "trajectory_groups": [
    {
      "trajectories": [ 4 trajectories ]
    },
    {
      "trajectories": [ 4 trajectories ]
    }
  ]
}`);
  expect(requestPreview(draft, [], { kind: "log", modelId: "m", split: "val" })).toContain('"trajectory_groups": []');
});

test("names what is missing before the request can be sent", () => {
  const control = { totals: { groupCount: 1 }, problems: [] };
  const fit = { target: { kind: "job", modelId: "m", config: null }, hasModel: true, isFit: true } as const;
  expect(startProblem(control, fit, 1, false)).toBeNull();
  expect(startProblem(control, fit, 1, true)).toContain("still loading");
  expect(startProblem({ ...control, problems: [{ level: "error" }] }, fit, 1, false)).toContain("Fix 1 error");
  expect(startProblem(control, fit, MAX_REQUEST_BYTES + 1, false)).toContain("Too large");
  expect(startProblem({ ...control, totals: { groupCount: 0 } }, fit, 1, false)).toContain("No groups");
  expect(startProblem(control, { ...fit, hasModel: false, isFit: false }, 1, false)).toContain("model");
});
