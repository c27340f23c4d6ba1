import { expect, it } from "vitest";
import { CallIds } from "./call-ids";

const P = "0000000000000001";

it("are those of the spans in the first trace that names them, and made of both ids in others", () => {
  const taken = new Set<string>();
  const isTaken = (id: string) => taken.has(id) || !taken.add(id);
  const [first, second] = [new CallIds("1".repeat(32)), new CallIds("2".repeat(32))];
  first.name(P, isTaken);
  second.name(P, isTaken);
  first.name(P, isTaken);
  expect(first.callOf(P)).toBe(P);
  // The first 16 bytes of the SHA-256 of both ids with a space between them, with version 8 and variant 10.
  expect(second.callOf(P)).toBe("7e433274-f264-8b41-9e62-3d2a556426fe");
  expect(second.spanOf(second.callOf(P))).toBe(P);
});
