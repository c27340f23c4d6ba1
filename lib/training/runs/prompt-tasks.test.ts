import { expect, it } from "vitest";
import { promptTasks } from "./prompt-tasks";

const user = (content: unknown) => ({ role: "user", content });

it("makes a task of the messages before the first answer, and of equal ones only one", () => {
  const answer = { message: { role: "assistant", content: "4" }, finish_reason: "stop" };
  expect(
    promptTasks([
      [{ role: "system", content: "Be brief." }, user("2 + 2?"), answer, user("Sure?")],
      [{ role: "developer", content: "Be brief." }, user([{ type: "text", text: "2 + 2?" }])],
      [user("2 + 2?"), { role: "assistant", content: "4" }],
    ]),
  ).toEqual({ tasks: [{ prompt: "2 + 2?", system: "Be brief." }, { prompt: "2 + 2?" }], leftOut: 0 });
});

it("keeps the other columns of a prompt", () => {
  const columns = [{ answer: "4" }, null];
  expect(promptTasks([[user("2 + 2?")], [user("Hi")]], (index) => columns[index] ?? null).tasks).toEqual([
    { prompt: "2 + 2?", columns: { answer: "4" } },
    { prompt: "Hi" },
  ]);
});

it("counts prompts without a text, and those beyond the limit of a run", () => {
  const image = [
    user([
      { type: "text", text: "What is it?" },
      { type: "image_url", image_url: { url: "x" } },
    ]),
  ];
  expect(promptTasks([image, [{ role: "assistant", content: "Hello" }, user("Hi")], [user(" ")]])).toEqual({
    tasks: [],
    leftOut: 3,
  });
  const many = promptTasks(Array.from({ length: 1002 }, (_, at) => [user(`${at}`)]));
  expect([many.tasks.length, many.leftOut]).toEqual([1000, 2]);
});
