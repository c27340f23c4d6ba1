import { describe, expect, it } from "vitest";
import { callsOf, itemsOf, lines, losses } from "@/lib/import/testing/imported-text";

const CALL = { tool_call_id: "c1", function_name: "bash", arguments: { command: "ls" } };

const TRAJECTORY = {
  schema_version: "ATIF-v1.7",
  session_id: "session-1",
  trajectory_id: "main",
  agent: { name: "coder", version: "2.1", model_name: "gpt-4o" },
  steps: [
    { step_id: 1, timestamp: "2026-03-04T05:06:00Z", source: "system", message: "You code." },
    { step_id: 2, timestamp: "2026-03-04T05:06:01Z", source: "user", message: "List the files." },
    {
      ...{
        step_id: 3,
        timestamp: "2026-03-04T05:06:02Z",
        source: "agent",
        message: "I look.",
        model_name: "gpt-4o-mini",
      },
      reasoning_content: "They ask for files.",
      tool_calls: [CALL],
      observation: { results: [{ source_call_id: "c1", content: "a.txt" }] },
      metrics: { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 60, cost_usd: 0.002 },
    },
    {
      ...{ step_id: 4, timestamp: "2026-03-04T05:06:05Z", source: "agent", message: "There is a.txt." },
      metrics: { prompt_tokens: 130, completion_tokens: 8, completion_token_ids: [1, 2] },
    },
  ],
  final_metrics: { total_prompt_tokens: 230, total_steps: 4 },
};

describe("a trajectory of ATIF", () => {
  it("is a call of its agent, with a call for each answer and each tool", async () => {
    const items = await itemsOf(JSON.stringify(TRAJECTORY, null, 2));
    const [root, asked, tool, answered, ...others] = callsOf(items);
    expect(others).toEqual([]);
    expect(root).toMatchObject({
      ...{ op_name: "coder", parent_id: null, thread_id: "session-1", turn_id: root?.id },
      ...{ started_at: "2026-03-04T05:06:00.000Z", end: { ended_at: "2026-03-04T05:06:05.000Z" } },
      attributes: {
        kind: "agent",
        agent: "coder",
        agent_version: "2.1",
        atif: { final_metrics: { total_steps: 4 } },
      },
      inputs: { messages: [{ role: "system" }, { role: "user", content: "List the files." }] },
    });
    expect(root?.end?.output).toBe("There is a.txt.");
    expect(asked).toMatchObject({
      ...{ parent_id: root?.id, trace_id: root?.trace_id, thread_id: "session-1", turn_id: root?.id },
      ...{ started_at: "2026-03-04T05:06:02.000Z", attributes: { kind: "llm", model: "gpt-4o-mini" } },
      inputs: { messages: [{ role: "system", content: "You code." }, { role: "user" }] },
      end: {
        ended_at: "2026-03-04T05:06:05.000Z",
        output: {
          choices: [
            {
              message: {
                ...{ role: "assistant", content: "I look.", reasoning_content: "They ask for files." },
                tool_calls: [{ id: "c1", function: { name: "bash", arguments: '{"command":"ls"}' } }],
              },
            },
          ],
        },
      },
    });
    expect(asked?.end?.summary).toEqual({
      usage: {
        "gpt-4o-mini": {
          ...{ requests: 1, prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
          cache_read_input_tokens: 60,
        },
      },
    });
    expect(tool).toMatchObject({
      ...{ op_name: "bash", parent_id: root?.id, inputs: { command: "ls" } },
      ...{ attributes: { kind: "tool", tool_call_id: "c1" }, end: { output: "a.txt" } },
    });
    // Only what it had not seen: its own answer before is not sent again.
    expect(answered).toMatchObject({
      attributes: { model: "gpt-4o" },
      inputs: { messages: [{ role: "tool", content: "a.txt", tool_call_id: "c1" }] },
    });
    expect(losses(items)).toEqual([expect.stringContaining("log-probabilities")]);
  });

  it("has its subagents below the tool that started them, in the same trace and turn", async () => {
    const below = {
      ...{ schema_version: "ATIF-v1.7", trajectory_id: "below", session_id: "session-2", agent: { name: "helper" } },
      steps: [{ step_id: 1, timestamp: "2026-03-04T05:06:03Z", source: "agent", message: "done" }],
    };
    const [one, two, started, last] = TRAJECTORY.steps;
    const results = [{ source_call_id: "c1", content: null, subagent_trajectory_ref: [{ trajectory_id: "below" }] }];
    const whole = {
      ...TRAJECTORY,
      steps: [one, two, { ...started, observation: { results } }, last],
      subagent_trajectories: [below],
    };
    const calls = callsOf(await itemsOf(JSON.stringify(whole)));
    const named = (name: string) => calls.find(({ op_name }) => op_name === name);
    expect(named("helper")).toMatchObject({
      ...{ parent_id: named("bash")?.id, trace_id: named("coder")?.trace_id },
      ...{ thread_id: "session-1", turn_id: named("coder")?.id },
    });
  });

  it("counts no step twice that is copied from an earlier one, and shows it to the model", async () => {
    const steps = TRAJECTORY.steps.map((step, at) => (at < 3 ? { ...step, is_copied_context: true } : step));
    const items = await itemsOf(lines({ ...TRAJECTORY, steps }));
    const [, answer, ...others] = callsOf(items);
    expect(others).toEqual([]);
    expect(answer?.inputs.messages).toMatchObject([
      { role: "system" },
      { role: "user" },
      { role: "assistant", content: "I look." },
      { role: "tool" },
    ]);
    expect(losses(items)).toContainEqual(expect.stringContaining("copied"));
  });

  it("without times follows the time of the import, and says so", async () => {
    const steps = TRAJECTORY.steps.map(({ timestamp: _, ...step }) => step);
    const items = await itemsOf(lines({ ...TRAJECTORY, steps }));
    const [root, asked] = callsOf(items);
    expect(root).toMatchObject({
      started_at: "1970-01-01T00:00:00.000Z",
      attributes: { import: { invented_times: true } },
    });
    expect(asked).toMatchObject({
      started_at: "1970-01-01T00:00:02.000Z",
      end: { ended_at: "1970-01-01T00:00:03.000Z" },
    });
    expect(losses(items)).toContainEqual(expect.stringContaining("no times"));
  });

  it("has only tools where no model ran, and files as their paths", async () => {
    const image = { type: "image", source: { media_type: "image/png", path: "images/a.png" } };
    const steps = [
      { step_id: 1, source: "user", message: [{ type: "text", text: "What is it?" }, image] },
      { step_id: 2, source: "agent", message: "", llm_call_count: 0, tool_calls: [CALL] },
      { step_id: 3, source: "agent", message: [{ type: "text", text: "A cat." }, image] },
    ];
    const items = await itemsOf(lines({ ...TRAJECTORY, steps }));
    expect(callsOf(items).map(({ op_name }) => op_name)).toEqual(["coder", "bash", "chat"]);
    expect(JSON.stringify(callsOf(items)[0]?.inputs)).toContain("images/a.png");
    expect(losses(items)).toContainEqual(expect.stringContaining("files beside"));
  });

  it("has the same ids when it is read again, also without ids of its own", async () => {
    const { trajectory_id: _, session_id: __, ...unnamed } = TRAJECTORY;
    for (const value of [TRAJECTORY, unnamed]) {
      const [first, again] = [
        callsOf(await itemsOf(lines(value))),
        callsOf(await itemsOf(JSON.stringify(value, null, 1))),
      ];
      expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
      expect(new Set(first.map(({ id }) => id)).size).toBe(first.length);
    }
  });

  it("of another version, or without steps, is skipped with its reason", async () => {
    const items = await itemsOf(lines({ schema_version: "ATIF-v2.0", steps: [] }, { schema_version: "ATIF-v1.7" }));
    expect(items.map((item) => item.kind === "skipped" && item.reason)).toEqual([
      expect.stringContaining("ATIF-v2.0"),
      expect.stringContaining("no steps"),
    ]);
  });
});
