import { describe, expect, it } from "vitest";
import { trainingJobCreate } from "@/lib/api/contract/training/training-jobs";
import { SAMPLE_FIGURES, sampleSpec } from "./sample-project";
import { recordedAnswers } from "./sample-training";
import { rewardOf, TRIALS_PER_TASK, trainingConfig, trainingGroups } from "./training-rollouts";
import { trainingTasks } from "./training-tasks";

const { trained, heldOut } = trainingTasks(sampleSpec(0).seed);
const recorded = recordedAnswers();

describe("the recorded answers of the sample's model", () => {
  it("are the data of valid jobs: a group for each task, with its trials", () => {
    expect(recorded).toHaveLength(SAMPLE_FIGURES.trainingSteps);
    for (const [index, answers] of recorded.entries()) {
      const groups = trainingGroups(trained, answers);
      expect(groups.map(({ trajectories }) => trajectories.length)).toEqual(trained.map(() => TRIALS_PER_TASK));
      const job = { model_id: "m", trajectory_groups: groups, experimental_config: trainingConfig(index + 1) };
      expect(trainingJobCreate.safeParse(job).error).toBeUndefined();
    }
  });

  it("have rewards that rise from less than a quarter to more than three quarters", () => {
    const means = recorded.map((answers) => {
      const rewards = trainingGroups(trained, answers).flatMap((group) =>
        group.trajectories.map(({ reward }) => reward),
      );
      return rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
    });
    expect(means[0]).toBeLessThan(0.25);
    expect(means.at(-1)).toBeGreaterThan(0.75);
  });
});

describe("the tasks of the sample's model", () => {
  it("are cases of the sample, and none is both trained on and held out", () => {
    expect(heldOut).toHaveLength(trained.length);
    expect(new Set([...trained, ...heldOut].map(({ id }) => id)).size).toBe(2 * trained.length);
    expect(new Set(trained.map(({ tool }) => tool))).toEqual(
      new Set(["get_reservation", "get_user_details", "search_flights"]),
    );
  });

  it("reward the right first tool, and fully only with arguments that are JSON", () => {
    const rewardFor = (tools: [string, string][]) => rewardOf({ tool: "search_flights" }, { text: null, tools }).reward;
    expect(rewardFor([["search_flights", "{}"]])).toBe(1);
    expect(rewardFor([["search_flights", "{"]])).toBe(0.8);
    expect(
      rewardFor([
        ["get_reservation", "{}"],
        ["search_flights", "{}"],
      ]),
    ).toBe(0);
    expect(rewardFor([])).toBe(0);
  });
});
