import { expect, test } from "vitest";
import type { FilePart } from "./read-file";
import { readTrainingFile } from "./read-file";

async function read(text: string) {
  const parts: FilePart[] = [];
  for await (const part of readTrainingFile(new Blob([text]), "f", () => {})) parts.push(part);
  return {
    rows: parts.flatMap((part) => part.rows),
    groups: parts.flatMap((part) => part.groups),
    problems: parts.flatMap((part) => part.problems),
  };
}

const trajectory = { messages_and_choices: [{ role: "user", content: "x" }], reward: 1 };
const group = { trajectories: [trajectory, trajectory] };

test("reads a request over several lines and names every path in it", async () => {
  const { rows, groups, problems } = await read(JSON.stringify({ trajectory_groups: [group, group] }, null, 2));
  expect(problems).toEqual([]);
  expect(groups).toHaveLength(2);
  expect(rows.map(({ place }) => place)[3]).toBe("lines 1 to 48, trajectory_groups[1], trajectories[1]");
});

test("reads lines of groups and continues after an invalid line", async () => {
  const lines = [group, { x: 1 }, group].map((line) => JSON.stringify(line));
  const { rows, problems } = await read([...lines, '{"trajectories": ['].join("\n"));
  expect(rows).toHaveLength(4);
  expect(rows.at(-1)?.place).toBe("line 3, trajectories[1]");
  expect(problems.map(({ place }) => place)).toEqual(["line 2", "line 4"]);
});

test("reads a list of conversations, and a list of messages as one conversation", async () => {
  const messages = [
    { role: "user", content: "a" },
    { role: "assistant", content: "b" },
  ];
  expect((await read(JSON.stringify([{ messages, reward: 1 }, { traj: messages }]))).rows).toHaveLength(2);
  const { rows } = await read(JSON.stringify(messages));
  expect(rows).toMatchObject([{ messageCount: 2, choiceCount: 1 }]);
});

test("keeps the digits of numbers and the errors of a trajectory", async () => {
  const value = { ...trajectory, metadata: { id: "K" }, messages_and_choices: [7] };
  const { rows } = await read(JSON.stringify(value).replace('"K"', "12345678901234567890"));
  const [row] = rows;
  expect(await row?.blob.slice(row.start, row.end).text()).toContain('"id":12345678901234567890');
  expect(row?.problems).toMatchObject([{ path: "messages_and_choices[0]" }]);
});

test("gives the reason when a file cannot be read", async () => {
  await expect(read("hello")).rejects.toThrow("neither a JSON list nor JSON objects");
  await expect(read("")).rejects.toThrow("empty");
});
