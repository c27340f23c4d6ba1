import { API_KEY } from "./run-heddle";
import { logCalls, send } from "./service-client";

/** The source of the op in the trace. */
const SOURCE = "def change_flight(reservation_id: str) -> dict:\n    raise ToolError('not available')\n";

export interface AirlineTrace {
  readonly root: string;
  /** The first model call; it requests a tool. */
  readonly question: string;
  /** The tool that fails; its op is stored with its source. */
  readonly failing: string;
  /** The last model call; it repeats the whole conversation. */
  readonly answering: string;
  /** A model call whose payload contains no messages. */
  readonly silent: string;
}

const POLICY = { role: "system", content: "You are an agent of an airline." };
const QUESTION = { role: "user", content: "Move me to an earlier flight." };
const REQUEST = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "call_1", type: "function", function: { name: "change_flight", arguments: '{"to":"HAT170"}' } }],
};
const REFUSAL = { role: "tool", tool_call_id: "call_1", content: "Error: not available" };
const ANSWER = { role: "assistant", content: "HAT170 is not available." };

/** Stores the source of an op as SDKs do, and returns the op's ref. */
async function storeOp(serviceUrl: string, project: string): Promise<string> {
  const form = new FormData();
  form.set("project_id", project);
  form.set("file", new File([SOURCE], "blob"));
  const response = await fetch(`${serviceUrl}/file/create`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}` },
    body: form,
  });
  const file = (await response.json()) as { digest: string };
  const val = {
    _type: "CustomWeaveType",
    weave_type: { type: "Op" },
    files: { "obj.py": file.digest },
    load_op: "NO_LOAD_OP",
  };
  const obj = { project_id: project, object_id: "change_flight", val };
  const { digest } = (await send(serviceUrl, "/obj/create", { obj })) as { digest: string };
  return `weave:///${project}/op/change_flight:${digest}`;
}

/** Logs one conversation with a failing tool: a task, its turn, three model calls and one tool call. */
export async function logAirlineTrace(serviceUrl: string, project: string): Promise<AirlineTrace> {
  const op = await storeOp(serviceUrl, project);
  const obj = { project_id: project, object_id: "policy", val: { text: "No changes on the day." } };
  const policy = (await send(serviceUrl, "/obj/create", { obj })) as { digest: string };
  const startMs = Date.now() - 60_000;
  const at = (ms: number) => new Date(startMs + ms);
  const [root = ""] = await logCalls(serviceUrl, project, [
    {
      op: "task",
      startedAt: at(0),
      durationMs: 10_000,
      thread: "thr-airline",
      inputs: { policy: `weave:///${project}/object/policy:${policy.digest}` },
      output: { reward: 0 },
    },
  ]);
  const inside = { parent: root, traceId: root };
  const model = (ms: number, durationMs: number, messages: readonly unknown[], message: unknown) => ({
    ...inside,
    op: "chat.completions",
    startedAt: at(ms),
    durationMs,
    attributes: { kind: "llm" },
    inputs: { messages },
    output: { choices: [{ index: 0, finish_reason: "stop", message }] },
    summary: { usage: { "gpt-4.1": { requests: 1, prompt_tokens: 100, completion_tokens: 10 } } },
  });
  const [question = "", failing = "", answering = "", silent = ""] = await logCalls(serviceUrl, project, [
    model(100, 2000, [POLICY, QUESTION], REQUEST),
    {
      ...inside,
      op,
      startedAt: at(2200),
      durationMs: 300,
      attributes: { kind: "tool" },
      inputs: { to: "HAT170" },
      exception: "ToolError: HAT170 is not available",
    },
    model(3000, 5000, [POLICY, QUESTION, REQUEST, REFUSAL], ANSWER),
    {
      ...inside,
      op: "embeddings",
      startedAt: at(8200),
      durationMs: 100,
      attributes: { kind: "llm" },
      inputs: { n: 3 },
      output: { vectors: [1, 2] },
    },
  ]);
  return { root, question, failing, answering, silent };
}
