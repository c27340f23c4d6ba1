import { v7 as uuidv7 } from "uuid";
import { logCalls, type SeedCall } from "./service-client";

const START = Date.parse("2024-05-14T10:00:00Z");
const at = (second: number) => new Date(START + 1000 * second);

const system = { role: "system", content: "You change flights." };
const question = { role: "user", content: "Change my flight to Friday." };
const request = (name: string, given: object) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id: uuidv7(), type: "function", function: { name, arguments: JSON.stringify(given) } }],
});

interface Attempt {
  readonly trial: number;
  readonly reward: number;
  readonly second: number;
  readonly tool: string;
  readonly words: string;
}

/** One attempt at the same task: a model that requests a tool, the tool, a model that answers. */
async function logAttempt(serviceUrl: string, project: string, attempt: Attempt): Promise<string> {
  const { trial, reward, second, tool, words } = attempt;
  const traceId = uuidv7();
  const thread = `task-7-trial-${trial}`;
  const usage = (tokens: number) => ({ usage: { "gpt-4o": { prompt_tokens: tokens, completion_tokens: 10 } } });
  const root: SeedCall = {
    op: "agent.run",
    startedAt: at(second),
    durationMs: 4000 + 500 * trial,
    traceId,
    thread,
    attributes: { task_id: 7, trial, reward },
    inputs: { message: question.content },
    output: words,
  };
  const [rootId = ""] = await logCalls(serviceUrl, project, [root]);
  const inside = { traceId, thread, parent: rootId };
  const asks = request(tool, { flight: "HAT170" });
  await logCalls(serviceUrl, project, [
    {
      ...inside,
      op: "chat.completions",
      startedAt: at(second + 1),
      durationMs: 1000,
      inputs: { model: "gpt-4o", temperature: trial, messages: [system, question] },
      output: { choices: [{ index: 0, message: asks, finish_reason: "tool_calls" }] },
      summary: usage(100),
    },
    {
      ...inside,
      op: tool,
      startedAt: at(second + 2),
      durationMs: 200,
      attributes: { kind: "tool" },
      inputs: { flight: "HAT170" },
      output: "done",
    },
    {
      ...inside,
      op: "chat.completions",
      startedAt: at(second + 3),
      durationMs: 1000,
      inputs: {
        model: "gpt-4o",
        temperature: trial,
        messages: [system, question, asks, { role: "tool", content: "done" }],
      },
      output: { choices: [{ index: 0, message: { role: "assistant", content: words }, finish_reason: "stop" }] },
      summary: usage(150),
    },
  ]);
  return rootId;
}

/**
 * Logs three attempts at a task, each a thread, and returns the ids of their roots: the first two request different
 * tools, the third repeats the first in other words. The second one fails: its reward is 0.
 */
export async function logAttempts(serviceUrl: string, project: string): Promise<[string, string, string]> {
  const good = { tool: "search_flights", words: "I have changed it.", reward: 1 };
  const bad = { tool: "cancel_flight", words: "It is gone.", reward: 0 };
  return [
    await logAttempt(serviceUrl, project, { ...good, trial: 0, second: 0 }),
    await logAttempt(serviceUrl, project, { ...bad, trial: 1, second: 60 }),
    await logAttempt(serviceUrl, project, { ...good, words: "It is changed now.", trial: 2, second: 120 }),
  ];
}
