import { expect, it } from "vitest";
import { AnswerSums, type EndedAnswer } from "./answer-shares";

const says = (answer: string | null, finishReason: string | null = "stop"): EndedAnswer => ({ answer, finishReason });

function sharesOf(...groups: readonly (readonly EndedAnswer[])[]) {
  const sums = new AnswerSums();
  for (const group of groups) {
    for (const one of group) sums.add(one);
    sums.endGroup();
  }
  return sums.result();
}

it("repeated answers are counted within their group, truncated ones among all that say how they ended", () => {
  // Of the first group two of three repeat another one; the second has none, though another group has the same answer.
  const { repeats, truncated } = sharesOf(
    [says("a\u0000"), says("a\u0000"), says("a\u0000"), says("b", "length")],
    [says("b"), says("c", null)],
  );
  expect(repeats).toBeCloseTo(2 / 4, 12);
  expect(truncated).toBeCloseTo(1 / 5, 12);
});

it("nothing is known, and nothing is 0, of single answers and of answers that do not say how they ended", () => {
  expect(sharesOf([says("a")], [says("a")])).toEqual({ repeats: null, truncated: 0 });
  expect(sharesOf([says("a", null), says("b", null)])).toEqual({ repeats: 0, truncated: null });
  expect(sharesOf([says(null, null), says(null, null)])).toEqual({ repeats: null, truncated: null });
  expect(sharesOf()).toEqual({ repeats: null, truncated: null });
});

it("an empty answer is an answer", () => {
  expect(sharesOf([says(""), says(""), says(null)])).toMatchObject({ repeats: 1 });
});
