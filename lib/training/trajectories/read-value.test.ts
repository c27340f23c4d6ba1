import { expect, test } from "vitest";
import { readTrainingValue } from "./read-value";

const user = { role: "user", content: "Bags?" };
const answer = { role: "assistant", content: "Two." };
const choice = { finish_reason: "stop", index: 0, logprobs: null, message: answer };

test("reads a request's groups unchanged, with the members besides their trajectories", () => {
  const trajectory = { messages_and_choices: [user, choice], reward: 1 };
  const exceptions = [{ type: "ValueError", message: "no", traceback: "" }];
  const { groups, problems } = readTrainingValue(
    { trajectory_groups: [{ trajectories: [trajectory], exceptions }] },
    "line 1",
  );
  expect(problems).toEqual([]);
  expect(groups).toMatchObject([{ isGroup: true, place: "line 1, trajectory_groups[0]", members: { exceptions } }]);
  expect(groups[0]?.trajectories).toEqual([
    { place: "line 1, trajectory_groups[0], trajectories[0]", value: trajectory, leftOut: [], about: {} },
  ]);
});

test("turns the assistant's answers in a recorded conversation into choices, and keeps its own metadata", () => {
  const question = { role: "assistant", content: null, tool_calls: [{ id: "1", function: { name: "find" } }] };
  const recorded = { task_id: 3, reward: 0, traj: [user, question, answer], info: { cost: 0.5, actions: [1] } };
  const [group] = readTrainingValue(recorded, "entry 1 of the list").groups;
  expect(group?.isGroup).toBe(false);
  expect(group?.trajectories[0]).toMatchObject({
    value: {
      messages_and_choices: [
        user,
        { finish_reason: "tool_calls", message: question },
        { finish_reason: "stop", message: answer },
      ],
      reward: 0,
      metadata: { task_id: 3, "info.cost": 0.5 },
    },
    leftOut: ["info.actions"],
  });
});

test("trains only on the messages that ART marked", () => {
  const [group] = readTrainingValue(
    { trajectories: [{ messages: [user, answer, { ...answer, trainable: true }], reward: 1 }] },
    "line 1",
  ).groups;
  expect(group?.trajectories[0]?.value.messages_and_choices).toEqual([user, answer, choice]);
});

test("reads a list of messages as one trajectory", () => {
  expect(readTrainingValue([user, answer], "the file").groups[0]?.trajectories[0]?.value).toMatchObject({
    messages_and_choices: [user, choice],
  });
});

test.each([
  [{ name: "x" }, "line 2"],
  [{ trajectory_groups: [{ x: 1 }] }, "line 2, trajectory_groups[0]"],
  [{ trajectories: [{ messages: [] }, 7] }, "line 2, trajectories[1]"],
  [{ trajectories: 1 }, "line 2, trajectories"],
])("reports the location of a value that is not training data: %j", (value, place) => {
  expect(readTrainingValue(value, "line 2").problems.map((problem) => problem.place)).toEqual([place]);
});

test("trains on the completion of a rollout of verifiers, not on answers in its prompt", () => {
  const rollout = { example_id: 7, prompt: [user, answer, user], completion: [answer], reward: 0.5, correct: 1 };
  const [group] = readTrainingValue(rollout, "line 1").groups;
  expect(group).toMatchObject({ isGroup: false, place: "line 1" });
  expect(group?.trajectories[0]?.value).toEqual({
    messages_and_choices: [user, answer, user, choice],
    reward: 0.5,
    metadata: { example_id: 7, correct: 1 },
  });
});

test("reads each path of an episode of verifiers as a trajectory of its own", () => {
  const nodes = [
    { parent: null, message: user },
    { parent: 0, message: answer, sampled: true },
    { parent: 0, message: answer, sampled: false },
  ];
  const rewards = { correct: { score: 1, weight: 2 } };
  const { groups, problems } = readTrainingValue(
    { id: "e", task: { key: "t" }, traces: [{ nodes, rewards }] },
    "line 1",
  );
  expect(problems).toEqual([]);
  expect(groups.map(({ trajectories: [one] }) => one?.value)).toEqual([
    { messages_and_choices: [user, choice], reward: 2, metadata: { task_id: "t", episode_id: "e" } },
    { messages_and_choices: [user, answer], reward: 2, metadata: { task_id: "t", episode_id: "e" } },
  ]);
});
