import { expect, it } from "vitest";
import { incompleteName } from "./incomplete-name";

it("says in the name of a file that it lacks rows, before the format", () => {
  expect(incompleteName("demo-airline-traces-2026-11-20.csv")).toBe("demo-airline-traces-2026-11-20-incomplete.csv");
  expect(incompleteName("v1.2-traces.jsonl")).toBe("v1.2-traces-incomplete.jsonl");
});
