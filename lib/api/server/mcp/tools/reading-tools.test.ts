import { describe, expect, it } from "vitest";
import { type OperationId, operations } from "@/lib/api/contract/operations";
import type { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";
import { evaluationsTool } from "./evaluations";
import { reviewQueuesTool } from "./review-queues";
import type { Tool } from "./tool";
import { trainingRunsTool } from "./training-runs";
import { watchesTool } from "./watches";

/** The answer of the contract's example. */
const resultOf = (id: OperationId): unknown =>
  "result" in operations[id].example ? operations[id].example.result : null;

type Answers = Partial<Record<OperationId, unknown>>;

/** Runs a tool on a service that answers as the contract's examples do, or as given. */
async function run(tool: Tool, input: object = {}, answers: Answers = {}) {
  const asked: { id: OperationId; body: unknown }[] = [];
  const answerOf = (id: OperationId, body: unknown) => {
    asked.push({ id, body });
    return Object.hasOwn(answers, id) ? answers[id] : resultOf(id);
  };
  const service = {
    call: async (id: OperationId, { body }: { body?: unknown }) => answerOf(id, body),
    rows: async (id: OperationId, { body }: { body?: unknown }) => ({
      rows: [answerOf(id, body)].flat(),
      problem: null,
    }),
  };
  const open = async () => ({ slug: "air", projectId: "demo/air", service, pageUrl: (path: string) => path });
  const { text, data } = await tool.run(tool.input.parse(input), { open } as unknown as AgentReader);
  // What a client is promised; a member beside it would be refused by its checks.
  return { text, data: tool.output.strict().parse(data) as Record<string, unknown>, asked };
}

const exampleOf = (id: OperationId) => resultOf(id) as Record<string, unknown[]>;

describe("the tool evaluations", () => {
  it("lists runs, newest first, and says how to read more", async () => {
    const { text, data } = await run(
      evaluationsTool,
      { limit: 1 },
      {
        "evaluations.query": { ...exampleOf("evaluations.query"), total_count: 3 },
      },
    );
    expect(text).toContain("Sweep 20 Nov: airline-agent-14b on airline-tasks, 200 trials");
    expect(data).toMatchObject({ next_offset: 1, cut: ["2 more runs: pass offset 1."], url: "/air/evaluations" });
  });

  it("reads the scores of one with their intervals", async () => {
    const [figures] = exampleOf("evaluations.figures").runs as {
      run_id: string;
      scores: { id: string; mean: number }[];
    }[];
    const { data, text } = await run(evaluationsTool, { run_ids: [figures?.run_id] });
    expect(data.scores).toMatchObject([
      { score: figures?.scores[0]?.id, mean: figures?.scores[0]?.mean, verdict: null },
    ]);
    expect(text).toMatch(/mean [\d.]+ \([\d.]+ to [\d.]+\)/);
  });

  it("compares several with the first, and says what the data show", async () => {
    const { data, text, asked } = await run(evaluationsTool, { run_ids: ["a", "b"] });
    expect(asked).toEqual([{ id: "evaluations.compare", body: { project_id: "demo/air", run_ids: ["a", "b"] } }]);
    const verdicts = (data.scores as { verdict: string | null }[]).map(({ verdict }) => verdict);
    expect(verdicts).toContain("no-difference-shown");
    expect(text).toContain("Baseline a;");
    expect(data.url).toBe("/air/evaluations/compare?runs=a%2Cb");
  });
});

describe("the tool training_runs", () => {
  it("lists the runs of all three kinds with their verdicts, also where the service lacks two of them", async () => {
    const { data, text } = await run(trainingRunsTool);
    const sources = (data.runs as { source: string }[]).map(({ source }) => source);
    expect(sources.toSorted()).toEqual(["client", "log", "service"]);
    expect(text).toContain("Cannot tell yet");
  });

  it("reads the newest iterations of one, and says that there are earlier ones", async () => {
    const detail = exampleOf("trainingRuns.read");
    const { data, text } = await run(
      trainingRunsTool,
      { run_id: "r", limit: 1 },
      {
        "trainingRuns.read": { ...detail, iterations_done: 5 },
      },
    );
    expect(data.iterations).toMatchObject([{ iteration: 1, reward: 0.25, rollouts: 16 }]);
    expect(text).toContain("2 of 2 groups with signal");
    expect(data.cut).toEqual(["5 iterations are done: pass a larger limit."]);
  });

  it("reads the rollouts of an iteration, each with its call", async () => {
    const { data, text } = await run(
      trainingRunsTool,
      { run_id: "r", iteration: 1 },
      {
        "trainingRuns.rollouts": { ...exampleOf("trainingRuns.rollouts"), total_groups: 9 },
      },
    );
    expect((data.rollouts as unknown[]).length).toBeGreaterThan(0);
    expect(text).toMatch(/task \d+ rollout \d+ {2}reward/);
    expect(data.next_offset).toBe((exampleOf("trainingRuns.rollouts").groups ?? []).length);
  });

  it("asks for the run before an iteration", async () => {
    await expect(run(trainingRunsTool, { iteration: 1 })).rejects.toThrow("iteration needs run_id.");
  });
});

describe("the tool review_queues", () => {
  it("lists queues with how far they are", async () => {
    const id = (operations["annotationQueues.query"].example.result as { id: string }).id;
    const { data, text } = await run(reviewQueuesTool);
    expect(data.queues).toMatchObject([{ queue_id: id, items: 120, reviewed: 37 }]);
    expect(text).toContain("37 of 120 items reviewed");
  });

  it("reads the items of one, and says how to read more", async () => {
    const [item] = exampleOf("annotationQueues.items").items as { id: string; call_id: string }[];
    const { data, text } = await run(
      reviewQueuesTool,
      { queue_id: "q", limit: 1 },
      {
        "annotationQueues.items": { items: [item, { ...item, id: "another" }] },
      },
    );
    expect(data.items).toMatchObject([{ item_id: item?.id, call_id: item?.call_id }]);
    expect(data.next_offset).toBe(1);
    expect(text).toContain("There are more items: pass offset 1.");
  });
});

describe("the tool watches", () => {
  it("shows the states of watches, firing first, and what they reported", async () => {
    const [watch] = exampleOf("watches.list").watches as Record<string, unknown>[];
    const { data, text } = await run(
      watchesTool,
      {},
      {
        "watches.list": {
          watches: [
            { ...watch, id: "calm", state: "ok" },
            { ...watch, id: "loud", state: "firing" },
          ],
        },
      },
    );
    expect((data.watches as { watch_id: string }[]).map(({ watch_id: id }) => id)).toEqual(["loud", "calm"]);
    expect(text).toContain("Share of errors 11.2 % is above 5 % for 10 min");
  });

  it("says that nothing is watched, which is not the same as that all is well", async () => {
    const { text } = await run(
      watchesTool,
      {},
      {
        "watches.list": { watches: [] },
        "watches.notifications": { notifications: [], unread_count: 0 },
      },
    );
    expect(text).toContain("No watches.\nNo alerts.");
  });
});
