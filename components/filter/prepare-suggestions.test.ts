import { describe, expect, it } from "vitest";
import { suggest } from "./prepare-suggestions";

const sources = [
  { field: "op", hint: "name", values: ["agent.turn", "free text"] },
  { field: "status", hint: "how it ended", values: ["ok", "error"] },
  { field: "inputs.", hint: "a member", values: [] },
];
const texts = (typed: string) => suggest(typed, sources).map(({ text }) => text);

describe("suggestions", () => {
  it("begin with every field", () => expect(texts("")).toEqual(["op:", "status:", "inputs."]));
  it("follow what is typed", () => expect(texts("st")).toEqual(["status:"]));
  it("keep a leading minus", () => expect(texts("-st")).toEqual(["-status:"]));
  it("are values after the colon", () => expect(texts("status:e")).toEqual(["status:error"]));
  it("quote values that need it", () => expect(texts("op:")).toEqual(["op:agent.turn", 'op:"free text"']));
  it("are nothing for an unknown field", () => expect(texts("colour:")).toEqual([]));
});
