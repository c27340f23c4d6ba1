import { expect, it } from "vitest";
import { verdictWord } from "./run-words";
import { exampleRun } from "./testing/example-iteration";

const { figures } = exampleRun().verdict;

it("a significant change that is small is a slight one", () => {
  expect(verdictWord({ kind: "falling", figures })).toEqual({ text: "Falling", tone: "err" });
  expect(verdictWord({ kind: "falling", figures: { ...figures, is_slight: true } })).toEqual({
    text: "Falling slightly",
    tone: "warn",
  });
});

it("a fall without a known cause is not a collapse", () => {
  expect(verdictWord({ kind: "fell", figures }).text).toBe("Fell from its best");
  expect(verdictWord({ kind: "collapsed", figures }).text).toBe("Collapsed");
});
