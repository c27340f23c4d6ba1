import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonSteps } from "./json-steps";

/** Reads a list of lists or an object of values by steps. */
function elements(text: string): string[] {
  const steps = new JsonSteps(text);
  const found: string[] = [];
  if (!steps.enter("[")) return found;
  for (let count = 0; steps.hasMore("[", count); count += 1) {
    const { start, end } = steps.skip();
    found.push(text.slice(start, end));
  }
  expect(steps.position).toBe(text.length);
  return found;
}

describe("steps through JSON", () => {
  it("find the elements of any list where they are", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2), (list, spaces) => {
        const text = JSON.stringify(list, null, spaces);
        expect(elements(text).map((element) => JSON.parse(element))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("find the members of any object, with their names", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
        const text = JSON.stringify(members, null, 1);
        const steps = new JsonSteps(text);
        const found: [string, unknown][] = [];
        expect(steps.enter("{")).toBe(true);
        for (let count = 0; steps.hasMore("{", count); count += 1) {
          const name = steps.name();
          const { start, end } = steps.skip();
          found.push([name, JSON.parse(text.slice(start, end))]);
        }
        expect(found).toEqual(Object.entries(JSON.parse(text)));
      }),
    );
  });

  it("refuse a list whose elements nothing divides", () => {
    expect(() => elements("[1 2]")).toThrow(SyntaxError);
    expect(() => elements("[1")).toThrow(SyntaxError);
    expect(elements('{"a":1}')).toEqual([]);
  });
});
