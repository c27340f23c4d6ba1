import { expect, test } from "vitest";
import { sideOf } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { callsOf } from "@/app/(dashboard)/[workspace]/compare/testing/example-calls";
import { conversationCallOf } from "./prepare-conversation-call";

const speaker = (kind: "call" | "thread", steps: Parameters<typeof callsOf>[0]) => {
  const [root] = sideOf({ kind, id: steps[0]?.id ?? "" }, callsOf(steps), 0).roots;
  return root ? (conversationCallOf(root)?.id ?? null) : undefined;
};

test("takes the last model below a step, since it has seen what was said before", () => {
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

test("takes a model itself, and a step without models as it is", () => {
  expect(speaker("call", [{ id: "llm", op: "chat.completions" }])).toBe("llm");
  expect(speaker("call", [{ id: "tool", op: "book" }])).toBe("tool");
});
