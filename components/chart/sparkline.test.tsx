import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Sparkline } from "./sparkline";

const pathsOf = (values: readonly (number | null)[], isBroken: boolean) => {
  const points = values.map((value, timeMs) => ({ timeMs, value }));
  return renderToStaticMarkup(<Sparkline points={points} isBroken={isBroken} />).match(/<path/g)?.length ?? 0;
};

it("is broken at one missing value where it says so, and joined across it elsewhere", () => {
  expect([pathsOf([1, 2, null, 3, 4], true), pathsOf([1, 2, null, 3, 4], false)]).toEqual([2, 1]);
  expect([pathsOf([1, Number.NaN, 3], true), pathsOf([null, null], true)]).toEqual([2, 0]);
});
