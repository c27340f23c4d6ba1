import { type AgentVersion, agentVersions } from "./agent-versions";
import { airlineTools } from "./airline-cases";
import { caseId, sampleCase } from "./sample-cases";
import type { SampleSpec } from "./sample-project";

/** An op's code, stored as a file and named by its object. */
export interface SampleOp {
  readonly name: string;
  /** The first version of the agent that ran this code. */
  readonly since: AgentVersion["name"];
  readonly code: string;
}

const baseClasses = (parent: string) => [parent, "Object", "BaseModel"];

/** Returns the value of the prompt's object in a version of the agent. */
export function promptValue({ prompt }: AgentVersion): Record<string, unknown> {
  return {
    _type: "StringPrompt",
    _class_name: "StringPrompt",
    _bases: baseClasses("Prompt"),
    name: "airline_prompt",
    description: "What the agent of Weft Air is told.",
    content: prompt,
  };
}

/** Returns the value of the agent's object; `promptRef` is the prompt of the same version. */
export function agentValue({ name, model, temperature, isConfirming: asksFirst }: AgentVersion, promptRef: string) {
  return {
    _type: "AirlineAgent",
    _class_name: "AirlineAgent",
    _bases: baseClasses("Model"),
    name: "airline_agent",
    description: `The agent in version ${name}.`,
    model_name: model,
    temperature,
    asks_before_changes: asksFirst,
    prompt: promptRef,
    tools: Object.entries(airlineTools).map(([tool, description]) => ({ name: tool, description })),
  };
}

/** Returns the value of an op's object; its code is a file. */
export function opValue(codeDigest: string): Record<string, unknown> {
  return {
    _type: "CustomWeaveType",
    weave_type: { type: "Op" },
    files: { "obj.py": codeDigest },
  };
}

function toolCode(name: string, description: string): string {
  return [
    "import weave",
    "",
    "",
    '@weave.op(kind="tool")',
    `def ${name}(**arguments):`,
    `    """${description}"""`,
    `    return backend.call("${name}", arguments)`,
    "",
  ].join("\n");
}

function turnCode(isAsking: boolean): string {
  return [
    "import weave",
    "",
    "",
    '@weave.op(kind="agent")',
    "def airline_turn(message: str, agent: AirlineAgent) -> str:",
    "    conversation.add_user(message)",
    "    while True:",
    "        reply = agent.complete(conversation)",
    "        if not reply.tool_calls:",
    "            return reply.content",
    "        for call in reply.tool_calls:",
    ...(isAsking
      ? [
          "            if call.changes_booking and not conversation.was_confirmed:",
          "                return ask_first(call)",
        ]
      : []),
    "            conversation.add_tool(call, run_tool(call))",
    "",
  ].join("\n");
}

const policyCode = [
  "import weave",
  "",
  "",
  '@weave.op(kind="tool")',
  "def find_policy(question: str, limit: int = 1):",
  "    return policies.nearest(embed(question), limit)",
  "",
].join("\n");

/**
 * The ops of the agent with their code. The turn has a second version, since the agent asks before it changes things.
 */
export const sampleOps: readonly SampleOp[] = [
  { name: "airline_turn", since: "v1", code: turnCode(false) },
  { name: "airline_turn", since: "v3", code: turnCode(true) },
  { name: "find_policy", since: "v1", code: policyCode },
  ...Object.entries(airlineTools).map(([name, description]) => ({
    name,
    since: "v1" as const,
    code: toolCode(name, description),
  })),
];

/** Returns the code of an op that an agent of this version ran, or undefined for an op that is not in the sample. */
export function opOfVersion(name: string, version: string): SampleOp | undefined {
  const order = agentVersions.map((agent): string => agent.name);
  return sampleOps.findLast((op) => op.name === name && order.indexOf(op.since) <= order.indexOf(version));
}

/** Cases for evaluating an agent: the customer's first message, goal, and the tools that solve it. */
export function datasetRows({ seed }: SampleSpec, rowCount: number): Record<string, unknown>[] {
  return Array.from({ length: rowCount }, (_, index) => {
    const { intent, customer, turns } = sampleCase(seed, index, { isConfirming: true, isSolved: true });
    return {
      id: caseId(index),
      intent,
      message: turns[0]?.user ?? "",
      customer: { user_id: customer.user_id, membership: customer.membership },
      expected_tools: turns.flatMap(({ tools }) => tools.map(({ tool }) => tool)),
      turns: turns.length,
      difficulty: Math.min(5, turns.length + turns.flatMap(({ tools }) => tools).length / 2),
    };
  });
}

/** Returns the value of the dataset's object; its rows are a table. */
export function datasetValue(tableRef: string): Record<string, unknown> {
  return {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name: "airline_cases",
    description: "Cases to measure the agent by. Made up.",
    rows: tableRef,
  };
}
