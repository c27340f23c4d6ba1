/** Ways to log a first call, in the order of their tabs. */
export const clients = ["typescript", "python", "curl"] as const;

export type Client = (typeof clients)[number];

/** What makes the call of the curl command its own: it is written out, since a shell has no portable way to make one. */
export interface CallStamp {
  readonly id: string;
  readonly startedAt: Date;
}

export interface FirstProgram {
  readonly name: string;
  /** Shell lines that point the client at the service. */
  readonly variables: string;
  readonly program: string;
  readonly note: string;
}

const PROJECT = "demo/first";

/** Quoted, so that a shell which gets it unchanged passes it on and the service says what is wrong. */
const KEY_PLACEHOLDER = '"<your key>"';

const DURATION_MS = 120;

/** The shortest whole program that logs one call with this client. */
export function firstProgram(client: Client, serviceUrl: string, stamp: CallStamp): FirstProgram {
  const address = serviceUrl.replace("//127.0.0.1:", "//localhost:");
  const key = `export WANDB_API_KEY=${KEY_PLACEHOLDER}`;
  switch (client) {
    case "typescript":
      return {
        name: "Weave TypeScript",
        variables: [`export WF_TRACE_SERVER_URL=${address}`, key].join("\n"),
        program: [
          "// npm install weave, then save this as first.mjs and run: node first.mjs",
          'import * as weave from "weave";',
          "",
          `await weave.init("${PROJECT}");`,
          "",
          "const greet = weave.op(async function greet(name) {",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the template belongs to the shown program
          "  return `Hello, ${name}`;",
          "});",
          "",
          'await greet("Heddle");',
        ].join("\n"),
        note: "Wrap a client with weave.wrapOpenAI to log its calls.",
      };
    case "python":
      return {
        name: "Weave Python",
        variables: [`export WF_TRACE_SERVER_URL=${address}`, `export WANDB_BASE_URL=${address}`, key].join("\n"),
        program: [
          "# pip install weave",
          "import weave",
          "",
          `weave.init("${PROJECT}")`,
          "",
          "@weave.op",
          "def greet(name: str):",
          '    return f"Hello, {name}"',
          "",
          'greet("Heddle")',
        ].join("\n"),
        note: "Calls to model clients that Weave knows are logged without a decorator.",
      };
    case "curl":
      return {
        name: "curl",
        variables: key,
        program: curlCommand(address, stamp),
        note: "Start and end in one request.",
      };
  }
}

function curlCommand(address: string, { id, startedAt }: CallStamp): string {
  const start = {
    ...{ project_id: PROJECT, id, trace_id: id, op_name: "greet", started_at: startedAt.toISOString() },
    ...{ attributes: {}, inputs: { name: "Heddle" } },
  };
  const endedAt = new Date(startedAt.getTime() + DURATION_MS);
  const end = { project_id: PROJECT, id, ended_at: endedAt.toISOString(), output: "Hello, Heddle", summary: {} };
  const items = [
    { mode: "start", req: { start } },
    { mode: "end", req: { end } },
  ];
  const lines = items.map((item) => `  ${JSON.stringify(item)}`).join(",\n");
  return [
    `curl ${address}/call/upsert_batch \\`,
    '  -u "api:$WANDB_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"batch":[\n${lines}\n]}'`,
  ].join("\n");
}
