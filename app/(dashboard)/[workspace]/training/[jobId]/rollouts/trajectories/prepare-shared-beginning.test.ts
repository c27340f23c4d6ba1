import { expect, it } from "vitest";
import { readRollout } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/prepare-trajectory";
import { foldedCount, sharedMessagesText, sharedPrefix } from "./prepare-shared-beginning";

const rollout = (...words: readonly string[]) =>
  readRollout({ messages_and_choices: words.map((content) => ({ role: "user", content })), reward: 1 });

it("is what all begin with, up to the first difference", () => {
  const shared = sharedPrefix([rollout("a", "b", "c", "d"), rollout("a", "b", "x", "d"), rollout("a", "b", "c")]);
  expect(shared).toMatchObject({ words: "user 2" });
  expect(shared?.fingerprints).toHaveLength(2);
});

it("leaves each trajectory its last message", () => {
  const equal = [rollout("a", "b", "c"), rollout("a", "b", "c")];
  expect(sharedPrefix(equal)?.fingerprints).toHaveLength(2);
});

it("is nothing for one trajectory, or for one message in common", () => {
  expect(sharedPrefix([rollout("a", "b", "c")])).toBeNull();
  expect(sharedPrefix([rollout("a", "b"), rollout("a", "c")])).toBeNull();
  expect(sharedPrefix([])).toBeNull();
});

it("folds nothing in a trajectory that begins in another way, so that no word is hidden that differs", () => {
  const shared = sharedPrefix([rollout("a", "b", "c"), rollout("a", "b", "d")]);
  expect(foldedCount(rollout("a", "b", "e"), shared)).toBe(2);
  expect(foldedCount(rollout("a", "x", "e"), shared)).toBe(0);
  expect(foldedCount(rollout("a", "b"), shared)).toBe(0);
  expect(foldedCount(rollout("a", "b", "c"), null)).toBe(0);
});

it("says in how many", () => {
  expect(sharedMessagesText(17, 4, 4)).toBe("17 messages are the same in all 4");
  expect(sharedMessagesText(2, 2, 2)).toBe("2 messages are the same in both");
  expect(sharedMessagesText(2, 16, 64)).toBe("2 messages are the same in the 16 that are read, of 64");
});
