import { operations } from "@/lib/api/contract/operations";

interface SnippetOf {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly callId: string;
}

/** Quotes for a shell: an id stays one word, whatever characters it contains. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a shell command that reads the call. The key stays in the user's environment. */
export function callCurl({ baseUrl, projectId, callId }: SnippetOf): string {
  const body = JSON.stringify({ project_id: projectId, id: callId, include_costs: true });
  const url = `${baseUrl}${operations["call.read"].path}`;
  return `curl -u "api:$WANDB_API_KEY" ${quoted(url)} \\\n  -H 'content-type: application/json' \\\n  -d ${quoted(body)}`;
}

/** Returns a program that reads the call with the Python client. The key stays in the user's environment. */
export function callPython({ baseUrl, projectId, callId }: SnippetOf): string {
  return [
    `# WF_TRACE_SERVER_URL=${baseUrl}`,
    "# WANDB_API_KEY=<a key of the service>",
    "import weave",
    "",
    `client = weave.init(${JSON.stringify(projectId)})`,
    `call = client.get_call(${JSON.stringify(callId)})`,
    "print(call.inputs, call.output)",
  ].join("\n");
}
