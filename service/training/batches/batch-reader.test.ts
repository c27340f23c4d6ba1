import { describe, expect, it } from "vitest";
import { trainingJobCreate } from "@/lib/api/contract/training/training-jobs";
import { BatchReader } from "./batch-reader";

const CHUNK_BYTES = 11;

function read(body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const bytes = Buffer.from(text);
  const reader = new BatchReader(trainingJobCreate);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) reader.push(bytes.subarray(at, at + CHUNK_BYTES));
  return { bytes, end: reader.end() };
}

function contentsOf(body: unknown) {
  const { bytes, end } = read(body);
  if ("problems" in end) throw new Error(JSON.stringify(end.problems));
  return { bytes, contents: end.contents };
}

function placesOf(body: unknown): string[] {
  const { end } = read(body);
  return "problems" in end ? end.problems.map(({ loc, type }) => `${loc.join(".")} ${type}`) : [];
}

const user = { role: "user", content: "2 + 2?" };
const choice = {
  finish_reason: "stop",
  index: 0,
  message: { role: "assistant", content: "4", refusal: null },
  logprobs: { content: [{ token: "token_id:19", bytes: [52], logprob: -0.1, top_logprobs: [] }], refusal: null },
};
const trajectory = (reward: unknown = 1) => ({ messages_and_choices: [user, choice], reward });
const job = (...groups: unknown[]) => ({ model_id: "m", trajectory_groups: groups });

describe("BatchReader", () => {
  it("finds every trajectory and member by its location in the body", () => {
    const body = job(
      { trajectories: [trajectory(0.5), trajectory(2)], metadata: { é: "ü" }, exceptions: [{ type: "t" }] },
      { trajectories: [] },
    );
    const { bytes, contents } = contentsOf(body);
    expect(contents).toMatchObject({ trajectoryCount: 2, exceptionCount: 1, members: { model_id: "m" } });
    expect(contents.groups.map(({ rewards }) => rewards)).toEqual([[0.5, 2], []]);
    const at = ([start, length]: readonly [number, number]) =>
      JSON.parse(bytes.subarray(start, start + length).toString());
    const [group] = contents.groups;
    expect(group?.trajectories.map(at)).toEqual([trajectory(0.5), trajectory(2)]);
    expect(at(group?.members.metadata ?? [0, 0])).toEqual({ é: "ü" });
  });

  it("sums up answers within their groups and trajectories by the checkpoint that sampled them, in chunks of any size", () => {
    const says = (content: string, finish_reason: string, version: unknown = null) => ({
      ...{ reward: 1, initial_policy_version: version },
      messages_and_choices: [user, { ...choice, finish_reason, message: { ...choice.message, content } }],
    });
    const { contents } = contentsOf(
      job(
        { trajectories: [says("4", "stop", 3), says("4", "stop", 3), says("5", "length", 2)] },
        { trajectories: [says("5", "stop", -1), says("6", "stop", 1.5)] },
        { trajectories: [] },
      ),
    );
    expect(contents.answers).toEqual({ repeats: 1 / 3, truncated: 1 / 5 });
    expect(contents.policyVersions).toEqual({ 2: 1, 3: 2 });
    const { contents: silent } = contentsOf(job({ trajectories: [trajectory(), trajectory()] }));
    expect(silent).toMatchObject({ policyVersions: null, answers: { repeats: 1 } });
    expect(contentsOf(job()).contents.answers).toEqual({ repeats: null, truncated: null });
  });

  it("accepts the requests of clients of each year", () => {
    const early = {
      trajectories: [{ ...trajectory(), tools: null, auto_metrics: {}, metrics: {}, metadata: {}, logs: [] }],
    };
    const late = {
      exceptions: [{ type: "E", message: "m", traceback: "t" }],
      metadata: {},
      metrics: {},
      logs: [],
      trajectories: [
        {
          messages_and_choices: [{ ...choice, token_ids: [19], prompt_token_ids: [1, 2], stop_reason: null }],
          tools: [{ type: "function", function: { name: "f", parameters: {} } }],
          additional_histories: [],
          reward: 1,
          initial_policy_version: 3,
          final_policy_version: null,
          metrics: { ok: true },
          logs: ["a"],
        },
      ],
    };
    expect(placesOf(job(early, late))).toEqual([]);
  });

  it("keeps the text of the settings, with the digits of its numbers", () => {
    const { contents } = contentsOf(
      '{"experimental_config":{"learning_rate":5.0e-06},"trajectory_groups":[],"model_id":"m"}',
    );
    expect(contents.memberTexts.get("experimental_config")).toBe('{"learning_rate":5.0e-06}');
  });

  it.each<[string, unknown, string[]]>([
    ["no body", "", ["body missing"]],
    ["another kind of body", "[]", ["body dictionary_type"]],
    ["nothing in it", {}, ["body.model_id missing", "body.trajectory_groups missing"]],
    ["groups that are no list", { model_id: "m", trajectory_groups: {} }, ["body.trajectory_groups list_type"]],
    ["a group that is no object", job([]), ["body.trajectory_groups.0 dictionary_type"]],
    ["a group without trajectories", job({}), ["body.trajectory_groups.0.trajectories missing"]],
    ["trajectories that are no list", job({ trajectories: 1 }), ["body.trajectory_groups.0.trajectories list_type"]],
    [
      "a reward that is text",
      job({ trajectories: [trajectory(), trajectory("1")] }),
      ["body.trajectory_groups.0.trajectories.1.reward number_type"],
    ],
    [
      "a message that is no object",
      job({ trajectories: [{ messages_and_choices: [user, 3], reward: 1 }] }),
      ["body.trajectory_groups.0.trajectories.0.messages_and_choices.1 dictionary_type"],
    ],
    [
      "a token without its logprob",
      job({
        trajectories: [
          trajectory(),
          { messages_and_choices: [user, { ...choice, logprobs: { content: [{ token: "a" }] } }], reward: 1 },
        ],
      }),
      ["body.trajectory_groups.0.trajectories.1.messages_and_choices.1.logprobs.content.0.logprob missing"],
    ],
    [
      "exceptions that are no list",
      job({ trajectories: [], exceptions: {} }),
      ["body.trajectory_groups.0.exceptions list_type"],
    ],
    [
      "settings of a wrong type",
      { ...job(), experimental_config: { learning_rate: "high" } },
      ["body.experimental_config.learning_rate number_type"],
    ],
    [
      "NaN",
      '{"model_id":"m","trajectory_groups":[{"trajectories":[{"reward":NaN}]}]}',
      ["body.trajectory_groups.0.trajectories.0 json_invalid"],
    ],
    ["half a body", '{"model_id":"m","trajectory_groups":[{"traj', ["body.trajectory_groups.0 json_invalid"]],
    ["a doubled member", '{"model_id":"m","model_id":"n"}', ["body json_invalid"]],
  ])("reports the location of a fault: %s", (_what, body, places) => {
    expect(placesOf(body)).toEqual(places);
  });

  it("reports several faults at once, and no more than a hundred", () => {
    const body = job({ trajectories: Array.from({ length: 500 }, () => trajectory(null)) });
    expect(placesOf(body)).toHaveLength(100);
  });
});
