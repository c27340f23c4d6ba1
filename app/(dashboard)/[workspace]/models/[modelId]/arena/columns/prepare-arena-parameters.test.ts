import { expect, test } from "vitest";
import { parametersLabel, sentParameters } from "./prepare-arena-parameters";

const texts = { temperature: "0", top_p: "", max_completion_tokens: "", seed: "7", stop: '["\\n"]' };

test("what is typed is sent to every column, and nothing else", () => {
  const { members, problems, text } = sentParameters(texts);
  expect(members).toEqual({ temperature: 0, seed: 7, stop: ["\n"] });
  expect(text).toBe('{"temperature":0,"seed":7,"stop":["\\n"]}');
  expect(problems.size).toBe(0);
});

test("what cannot be sent is named by its parameter", () => {
  const { members, problems } = sentParameters({ ...texts, seed: "lucky" });
  expect([...problems]).toEqual([["seed", "Not a number"]]);
  expect(members).not.toHaveProperty("seed");
});

test("are said in a line", () => {
  expect(parametersLabel({ ...texts, stop: "" })).toBe("temperature 0, seed 7");
});
