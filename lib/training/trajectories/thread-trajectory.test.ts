import { expect, test } from "vitest";
import { conversationTrajectory, historiesOf, modelTurn } from "./thread-trajectory";

const user = (content: string) => ({ role: "user", content });
const messageOf = (content: string) => ({ role: "assistant", content });
const call = (messages: readonly unknown[], answer: object) => ({
  inputs: { messages },
  output: { choices: [{ index: 0, message: answer }] },
});

function turnOf(messages: readonly unknown[], answer: object) {
  const turn = modelTurn(call([...messages], answer));
  if (turn === null) throw new Error("no turn");
  return turn;
}

test("joins the calls of a conversation into one history, in which every answer is a choice", () => {
  const turns = [turnOf([user("a")], messageOf("b")), turnOf([user("a"), messageOf("b"), user("c")], messageOf("d"))];
  const histories = historiesOf(turns);
  expect(histories).toHaveLength(1);
  expect(histories[0]?.items).toEqual([
    user("a"),
    { finish_reason: "stop", index: 0, logprobs: null, message: messageOf("b") },
    user("c"),
    { finish_reason: "stop", index: 0, logprobs: null, message: messageOf("d") },
  ]);
});

test("keeps the logprobs of a sampled choice, also where a later call repeats it as a message", () => {
  const logprobs = { content: [{ token: "b", logprob: -0.5 }] };
  const sampled = { finish_reason: "stop", index: 0, logprobs, message: messageOf("b") };
  const first = modelTurn({ inputs: { messages: [user("a")] }, output: { choices: [sampled] } });
  if (first === null) throw new Error("no turn");
  const [history] = historiesOf([first, turnOf([user("a"), messageOf("b"), user("c")], messageOf("d"))]);
  expect(history?.items[1]).toEqual(sampled);
});

test("keeps another agent's messages as an additional history", () => {
  const turns = [
    turnOf([user("a")], messageOf("b")),
    turnOf([user("x")], messageOf("y")),
    turnOf([user("a"), messageOf("b"), user("c")], messageOf("d")),
  ];
  const facts = {
    ids: { thread_id: "t" },
    attributes: { kind: "llm", task_id: 3, reward: 1 },
    feedback: { reward: { value: 1 } },
  };
  const group = conversationTrajectory(turns, { ...facts, trailing: [user("bye")] }, "thread t");
  expect(group?.trajectories[0]).toMatchObject({
    value: {
      messages_and_choices: [user("a"), {}, user("c"), {}, user("bye")],
      additional_histories: [{ messages_and_choices: [user("x"), { message: messageOf("y") }] }],
      metadata: { task_id: 3, thread_id: "t" },
    },
    about: { attributes: { task_id: 3, reward: 1 }, feedback: { reward: { value: 1 } } },
  });
  expect(conversationTrajectory([], { ...facts, trailing: [] }, "t")).toBeNull();
});
