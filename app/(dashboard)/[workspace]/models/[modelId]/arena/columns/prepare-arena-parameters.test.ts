import { expect, test } from "vitest";
import { parametersLabel, sentParameters } from "./prepare-arena-parameters";

const texts = { temperature: "0", top_p: "", max_completion_tokens: "", seed: "7", stop: '["\\n"]' };

test("typed parameters are sent to every column, and nothing else", () => {
  const { members, problems, text } = sentParameters(texts);
  expect(members).toEqual({ temperature: 0, seed: 7, stop: ["\n"] });
  expect(text).toBe('{"temperature":0,"seed":7,"stop":["\\n"]}');
  expect(problems.size).toBe(0);
});

test("an invalid value is reported by its parameter", () => {
  const { members, problems } = sentParameters({ ...texts, seed: "lucky" });
  expect([...problems]).toEqual([["seed", "Not a number"]]);
  expect(members).not.toHaveProperty("seed");
});

test("are summarized in one line", () => {
  expect(parametersLabel({ ...texts, stop: "" })).toBe("temperature 0, seed 7");
});
