import { describe, expect, it } from "vitest";
import { newColumn } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { type Answer, IDLE_ANSWER } from "@/lib/completion/answer";
import { answerText, columnNames, rowTotals, runResultRows } from "./prepare-row-runs";
import { runWithConcurrency } from "./run-with-concurrency";

const messageOf = (content: string, members: object = {}): Answer => ({
  ...IDLE_ANSWER,
  status: "done",
  callId: "c1",
  completion: { choices: [{ message: { content, ...members } }] },
});
const failed: Answer = { ...IDLE_ANSWER, status: "failed", failure: { from: "provider", message: "It fell over" } };

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

describe("the totals of a column", () => {
  const took = (durationMs: number, answer: Answer): Answer => ({ ...answer, durationMs });

  it("sum latency and cost of what ended, and count failures and unknown costs", () => {
    const answers = [took(100, messageOf("A")), took(300, messageOf("B")), took(50, failed), IDLE_ANSWER];
    const costs = new Map([[answers[0], 0.25]]);
    expect(rowTotals(answers, (answer) => costs.get(answer) ?? null)).toEqual({
      doneCount: 3,
      failedCount: 1,
      durationMs: 450,
      costUsd: 0.25,
      unpricedCount: 1,
    });
  });

  it("are unknown before anything ended, not zero", () => {
    expect(rowTotals([IDLE_ANSWER], () => 1)).toMatchObject({ doneCount: 0, durationMs: null, costUsd: null });
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
