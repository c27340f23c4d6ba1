import { expect, test } from "vitest";
import { promptsText, readPrompts } from "./read-prompts";

test("each line is a task: a prompt, a prompt with its answer, or an object", () => {
  const text = 'Hello\n\n2 + 2?\t4\n{"question": "why", "level": 3}';
  expect(readPrompts(text)).toEqual({
    items: [{ prompt: "Hello" }, { prompt: "2 + 2?", answer: "4" }, { question: "why", level: 3 }],
    problem: null,
  });
});

test("a line that is not JSON is named", () => {
  expect(readPrompts('one\n{"prompt": ').problem).toMatch(/^Line 2 is not JSON/);
});

test("tasks are written as they can be read again", () => {
  const items = [
    { prompt: "Hello" },
    { prompt: "2 + 2?", answer: "4" },
    { prompt: "two\nlines", answer: "a\tb" },
    { prompt: "{odd", answer: " spaced " },
    { prompt: "", answer: 7 },
    { question: "why", level: 3 },
  ];
  expect(readPrompts(promptsText(items))).toEqual({ items, problem: null });
});
