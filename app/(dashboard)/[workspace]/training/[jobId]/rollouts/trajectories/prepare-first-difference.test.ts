import { expect, test } from "vitest";
import { readRollout } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/prepare-trajectory";
import { firstDifference } from "./prepare-first-difference";

const user = (content: string) => ({ role: "user", content });
const call = (args: unknown) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id: "c", type: "function", function: { name: "find", arguments: JSON.stringify(args) } }],
});
const read = (...messages: readonly Readonly<Record<string, unknown>>[]) =>
  readRollout({ messages_and_choices: [...messages], reward: 1 });

test("returns the message at which trajectories begin to differ, and its differing arguments", () => {
  const difference = firstDifference([
    read(user("Help"), call({ from: "JFK", to: "SEA" }), user("a")),
    read(user("Help"), call({ from: "JFK", to: "SFO" }), user("b")),
  ]);
  expect(difference?.at).toBe(1);
  expect([...(difference?.names ?? [])]).toEqual(["to"]);
});

test("is the end of the shortest trajectory if another one continues", () => {
  expect(firstDifference([read(user("a")), read(user("a"), user("b"))])?.at).toBe(1);
});

test("is null for one trajectory, or for equal ones", () => {
  expect(firstDifference([read(user("a"))])).toBeNull();
  expect(firstDifference([read(user("a")), read(user("a"))])).toBeNull();
});
