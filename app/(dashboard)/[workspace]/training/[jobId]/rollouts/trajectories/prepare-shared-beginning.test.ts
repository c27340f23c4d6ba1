import { expect, it } from "vitest";
import { readRollout } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/prepare-trajectory";
import { foldedCount, sharedMessagesText, sharedPrefix } from "./prepare-shared-beginning";

const rollout = (...words: readonly string[]) =>
  readRollout({ messages_and_choices: words.map((content) => ({ role: "user", content })), reward: 1 });

it("contains the messages that all trajectories begin with, up to the first difference", () => {
  const shared = sharedPrefix([rollout("a", "b", "c", "d"), rollout("a", "b", "x", "d"), rollout("a", "b", "c")]);
  expect(shared).toMatchObject({ words: "user 2" });
  expect(shared?.fingerprints).toHaveLength(2);
});

it("leaves each trajectory its last message", () => {
  const equal = [rollout("a", "b", "c"), rollout("a", "b", "c")];
  expect(sharedPrefix(equal)?.fingerprints).toHaveLength(2);
});

it("is null for one trajectory, or for one shared message", () => {
  expect(sharedPrefix([rollout("a", "b", "c")])).toBeNull();
  expect(sharedPrefix([rollout("a", "b"), rollout("a", "c")])).toBeNull();
  expect(sharedPrefix([])).toBeNull();
});

it("folds nothing in a trajectory with a different beginning, so that no difference is hidden", () => {
  const shared = sharedPrefix([rollout("a", "b", "c"), rollout("a", "b", "d")]);
  expect(foldedCount(rollout("a", "b", "e"), shared)).toBe(2);
  expect(foldedCount(rollout("a", "x", "e"), shared)).toBe(0);
  expect(foldedCount(rollout("a", "b"), shared)).toBe(0);
  expect(foldedCount(rollout("a", "b", "c"), null)).toBe(0);
});

it("reports in how many trajectories", () => {
  expect(sharedMessagesText(17, 4, 4)).toBe("17 messages are the same in all 4");
  expect(sharedMessagesText(2, 2, 2)).toBe("2 messages are the same in both");
  expect(sharedMessagesText(2, 16, 64)).toBe("2 messages are the same in the 16 loaded, of 64");
});
