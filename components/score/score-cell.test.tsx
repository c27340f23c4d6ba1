// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { ScoreBadges } from "./score-badges";
import { ScoreCell } from "./score-cell";

afterEach(cleanup);

const score = (members: Partial<SubjectScore>): SubjectScore => ({
  name: "reward",
  source: "scorer",
  value: 1,
  at: "2026-11-20T14:30:00Z",
  count: 1,
  mean: null,
  ...members,
});

describe("the cell of a score", () => {
  it("shows a boolean with its word, so that false differs from a missing score", () => {
    render(<ScoreCell scores={[score({ value: false })]} field="score.reward" domain={null} />);
    expect(screen.getByText("false")).toBeTruthy();
    cleanup();
    render(<ScoreCell scores={[]} field="score.reward" domain={null} />);
    expect(screen.getByText("–")).toBeTruthy();
  });

  it("shows 0 as a number, not as missing", () => {
    render(<ScoreCell scores={[score({ value: 0 })]} field="score.reward" domain={[0, 1]} />);
    expect(screen.getByText("0")).toBeTruthy();
  });

  it("shows how many values there are, and the mean of a thread", () => {
    render(<ScoreCell scores={[score({ value: 1, mean: 0.625, count: 3 })]} field="score.reward" domain={null} />);
    expect(screen.getByText("0.625")).toBeTruthy();
    expect(screen.getByText("×3")).toBeTruthy();
  });

  it("says when scores could not be loaded", () => {
    render(<ScoreCell scores="failed" field="score.reward" domain={null} />);
    expect(screen.getByText("could not be loaded")).toBeTruthy();
  });
});

describe("the badges of scores", () => {
  it("name the source of a score whose name may be shared", () => {
    const scores = [score({}), score({ source: "annotation", value: "good" })];
    render(<ScoreBadges scores={scores} project={[]} nowMs={0} />);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "reward@scorer1",
      "reward@annotationgood",
    ]);
  });

  it("leave out long texts, and count those beyond the limit", () => {
    const scores = [score({ name: "a" }), score({ name: "b" }), score({ name: "why", value: "x".repeat(80) })];
    render(<ScoreBadges scores={scores} project={[]} nowMs={0} max={1} />);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["a@scorer1", "+1"]);
  });
});
