import { expect, test } from "vitest";
import { sideOf } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { callsOf } from "@/app/(dashboard)/[workspace]/compare/testing/example-calls";
import { conversationCallOf } from "./prepare-conversation-call";

const speaker = (kind: "call" | "thread", steps: Parameters<typeof callsOf>[0]) => {
  const [root] = sideOf({ kind, id: steps[0]?.id ?? "" }, callsOf(steps), 0).roots;
  return root ? (conversationCallOf(root)?.id ?? null) : undefined;
};

test("picks the last model call below a step, since its inputs contain the earlier messages", () => {
  const inside = [
    { id: "one", op: "chat.completions" },
    { id: "two", op: "chat.completions" },
    { id: "tool", op: "book" },
  ];
  expect(speaker("call", [{ id: "turn", op: "turn", inside }])).toBe("two");
  expect(
    speaker("thread", [
      { id: "t1", op: "turn", inside },
      { id: "t2", op: "turn" },
    ]),
  ).toBe("two");
});

test("picks a model call itself, and a step without model calls", () => {
  expect(speaker("call", [{ id: "llm", op: "chat.completions" }])).toBe("llm");
  expect(speaker("call", [{ id: "tool", op: "book" }])).toBe("tool");
});
