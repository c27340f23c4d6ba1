import { expect, it } from "vitest";
import { isRewoundTurn, linkedThreads } from "./linked-threads";

it.each([
  ["a subagent", { subagent_thread_id: "s/a" }, {}, [{ name: "Subagent", threadId: "s/a" }]],
  ["a subagent that is known at the end", {}, { subagent_thread_id: "s/a" }, [{ name: "Subagent", threadId: "s/a" }]],
  ["the session of a subagent", { session: { id: "s", agent_id: "a" } }, {}, [{ name: "Session", threadId: "s" }]],
  ["an earlier session", { continues_thread_id: "r" }, {}, [{ name: "Continues", threadId: "r" }]],
  ["no other thread", { session: { id: "s" }, subagent_thread_id: 7 }, {}, []],
])("leads to %s", (_name, attributes, summary, links) => {
  expect(linkedThreads({ attributes, summary })).toEqual(links);
});

it("says which turns the user left by going back", () => {
  expect(isRewoundTurn({ attributes: { session: { is_rewound: true } } })).toBe(true);
  expect(isRewoundTurn({ attributes: { session: { rewinds: ["t"] } } })).toBe(false);
  expect(isRewoundTurn({ attributes: null })).toBe(false);
});
