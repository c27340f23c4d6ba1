import { expect, test } from "vitest";
import { groupName } from "./group-name";

test("a group with an id is named by its first message, and a group labeled with words by its label", () => {
  expect(groupName({ label: "task_id case-0001", title: "Hi, cancel it" })).toEqual({
    name: "Hi, cancel it",
    detail: "case-0001",
  });
  expect(groupName({ label: "intent bags", title: "How many bags?" })).toEqual({
    name: "bags",
    detail: "How many bags?",
  });
  expect(groupName({ label: "without intent", title: "Hello" })).toEqual({ name: "Hello", detail: "without intent" });
});

test("a group with only a label or a message is named by it, and a group without both has no name", () => {
  expect(groupName({ label: "task_id 3", title: null })).toEqual({ name: "task_id 3", detail: "" });
  expect(groupName({ label: "", title: "Hello" })).toEqual({ name: "Hello", detail: "" });
  expect(groupName({})).toEqual({ name: "", detail: "" });
});
