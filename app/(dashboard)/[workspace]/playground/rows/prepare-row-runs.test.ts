import { describe, expect, it } from "vitest";
import { newColumn } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { type Answer, IDLE_ANSWER } from "@/lib/completion/answer";
import { answerText, columnNames, MAX_ROWS, rowsOfValues, runResultRows } from "./prepare-row-runs";
import { runWithConcurrency } from "./run-with-concurrency";

const messageOf = (content: string, members: object = {}): Answer => ({
  ...IDLE_ANSWER,
  status: "done",
  callId: "c1",
  completion: { choices: [{ message: { content, ...members } }] },
});
const failed: Answer = { ...IDLE_ANSWER, status: "failed", failure: { from: "provider", message: "It fell over" } };

describe("rows of a file", () => {
  it("give the variables their values; other members are dropped", () => {
    const values = [
      { who: "Mia", bags: 2, other: 1 },
      { who: null, bags: { of: 1 } },
    ];
    expect(rowsOfValues(values, ["who", "bags", "where"])).toEqual({
      rows: [{ who: "Mia", bags: "2" }, { bags: '{"of":1}' }],
      missing: ["where"],
      leftOut: 0,
    });
  });

  it("are limited in number, and the number of dropped rows is reported", () => {
    const { rows, leftOut } = rowsOfValues(
      Array.from({ length: MAX_ROWS + 7 }, () => ({ a: "1" })),
      ["a"],
    );
    expect([rows.length, leftOut]).toEqual([MAX_ROWS, 7]);
  });

  it("never use inherited properties of an object as values", () => {
    expect(rowsOfValues([{}], ["constructor"]).missing).toEqual(["constructor"]);
  });
});

describe("the answers of rows", () => {
  it("are text, a refusal, the requested tools, or the reason for a failure", () => {
    expect(answerText(messageOf("Hi"))).toBe("Hi");
    expect(answerText(messageOf("", { refusal: "No." }))).toBe("No.");
    expect(answerText(messageOf("", { tool_calls: [{ id: "c" }] }))).toBe('[{"id":"c"}]');
    expect(answerText(failed)).toBe("It fell over");
    expect(answerText(IDLE_ANSWER)).toBe("");
  });

  it("become rows of a table, with failures in a column of their own and no entry for what was not run", () => {
    const columns = [newColumn("m"), newColumn("m")];
    expect(columnNames(columns)).toEqual(["m", "m 2"]);
    const answers = [
      [messageOf("A"), failed],
      [IDLE_ANSWER, IDLE_ANSWER],
    ];
    const rows = runResultRows([{ who: "Mia" }, { who: "Noah" }], columns, (row, key) => {
      return answers[row]?.[columns.findIndex((column) => column.key === key)] ?? IDLE_ANSWER;
    });
    expect(rows).toEqual([{ who: "Mia", m: "A", "m call": "c1", "m 2 error": "It fell over" }]);
  });
});

describe("running with limited concurrency", () => {
  it("runs all tasks, never more than the limit at once", async () => {
    let running = 0;
    let peak = 0;
    const done: number[] = [];
    const tasks = Array.from({ length: 9 }, (_, index) => async () => {
      running += 1;
      peak = Math.max(peak, running);
      await Promise.resolve();
      running -= 1;
      done.push(index);
    });
    await runWithConcurrency(3, tasks, () => true);
    expect(peak).toBe(3);
    expect(done).toHaveLength(9);
  });

  it("starts no more tasks after a stop", async () => {
    let count = 0;
    const task = async () => {
      count += 1;
    };
    await runWithConcurrency(1, [task, task, task], () => count < 2);
    expect(count).toBe(2);
  });
});
