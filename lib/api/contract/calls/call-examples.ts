/** A call for the examples of the operations that store and read it. */
export const EXAMPLE_PROJECT = "demo/airline";

export const EXAMPLE_CALL = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d";

export const EXAMPLE_TRACE = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8e";

export const exampleStart = {
  project_id: EXAMPLE_PROJECT,
  id: EXAMPLE_CALL,
  trace_id: EXAMPLE_TRACE,
  op_name: "airline_agent.turn",
  started_at: "2026-11-20T14:30:01.882000Z",
  attributes: { env: "prod" },
  inputs: { message: "Can I still add a second checked bag?" },
};

export const exampleEnd = {
  project_id: EXAMPLE_PROJECT,
  id: EXAMPLE_CALL,
  ended_at: "2026-11-20T14:30:08.192000Z",
  output: "Yes, for 35 USD.",
  summary: { usage: { "gpt-4o": { requests: 1, prompt_tokens: 412, completion_tokens: 9, total_tokens: 421 } } },
};
