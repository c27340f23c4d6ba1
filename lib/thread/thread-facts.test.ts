import { expect, it } from "vitest";
import { factsByThread } from "./thread-facts";

const facet = (field: string, values: readonly { value: string; count: number; thread_id?: string }[]) => ({
  field,
  value_count: values.length,
  values: [...values],
});

it("are those of each requested thread, and none where its calls name none", () => {
  const users = facet("end_user", [{ value: "mia", count: 4, thread_id: "a" }]);
  const tools = facet("tool", [
    { value: "search", count: 3, thread_id: "a" },
    { value: "book", count: 1, thread_id: "b" },
    { value: "book", count: 1, thread_id: "a" },
  ]);
  expect(factsByThread(["a", "b", "c"], [users, tools])).toEqual(
    new Map([
      [
        "a",
        {
          users: [{ name: "mia", callCount: 4 }],
          tools: [
            { name: "search", callCount: 3 },
            { name: "book", callCount: 1 },
          ],
        },
      ],
      ["b", { users: [], tools: [{ name: "book", callCount: 1 }] }],
      ["c", { users: [], tools: [] }],
    ]),
  );
});

it("are unknown from a service that lists the values of all threads together", () => {
  expect(factsByThread(["a"], [facet("end_user", []), facet("tool", [{ value: "search", count: 3 }])])).toBeNull();
});
