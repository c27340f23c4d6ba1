import { expect, it } from "vitest";
import { compactLines, readValue } from "./prepare-compact-lines";

it("shows each member of an object on its own line, deeper values as JSON", () => {
  expect(compactLines(readValue('{"to":"SEA","seats":2,"ids":[1.0,2],"direct":true,"via":null}'))).toEqual([
    { name: "to", text: '"SEA"', tone: "string" },
    { name: "seats", text: "2", tone: "number" },
    { name: "ids", text: "[1.0,2]", tone: "plain" },
    { name: "direct", text: "true", tone: "bool" },
    { name: "via", text: "null", tone: "null" },
  ]);
});

it("leaves plain text unchanged, even if it resembles JSON", () => {
  expect(readValue("Transfer successful")).toBe("Transfer successful");
  expect(readValue("{to: SEA")).toBe("{to: SEA");
  expect(readValue("12")).toBe("12");
});
