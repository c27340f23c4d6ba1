import { expect, test } from "vitest";
import { callsOf } from "@/app/(dashboard)/[workspace]/compare/testing/example-calls";
import { compareParameters } from "./compare-parameters";

const call = (attributes: Record<string, unknown>, inputs: Record<string, unknown> = {}) => {
  const [made] = callsOf([{ id: "a", op: "chat", attributes }]);
  return made ? { ...made, inputs } : null;
};

test("lists differences first and shows which side lacks a parameter", () => {
  const rows = compareParameters([
    call({ env: "prod", v: { git: "a1" } }),
    call({ env: "prod", v: { git: "b2" }, extra: 1 }),
  ]);
  expect(rows).toEqual([
    { path: "attributes.extra", texts: [null, "1"], isSame: false },
    { path: "attributes.v.git", texts: ["a1", "b2"], isSame: false },
    { path: "attributes.env", texts: ["prod", "prod"], isSame: true },
  ]);
});

test("includes settings from the inputs, but not the messages", () => {
  const rows = compareParameters([
    call({}, { temperature: 0, messages: [{ role: "user" }] }),
    call({}, { temperature: 1 }),
  ]);
  expect(rows.map(({ path }) => path)).toEqual(["inputs.temperature"]);
});

test("does not treat a column without a call as lacking every parameter", () => {
  expect(compareParameters([call({ env: "prod" }), null])).toEqual([
    { path: "attributes.env", texts: ["prod", null], isSame: true },
  ]);
});
