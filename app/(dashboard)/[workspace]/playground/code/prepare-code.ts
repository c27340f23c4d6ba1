import { prettyJson } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { findOperation } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Inputs } from "@/lib/completion/completion-inputs";

export const codeForms = ["json", "curl", "python"] as const;

export type CodeForm = (typeof codeForms)[number];

/** A request and where it goes. */
export interface CodeSource {
  /** The address of the workspace's service. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly inputs: Inputs;
  readonly isTracked: boolean;
}

/** Quoted for a shell: whatever a text holds stays one word. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A request as it can be pasted here again: as JSON alone, or as a program that sends it to the service. */
export function codeOf(form: CodeForm, source: CodeSource): string {
  const { inputs, projectId, isTracked } = source;
  const body = { project_id: projectId, inputs, ...(isTracked ? {} : { track_llm_call: false }) };
  const url = `${source.baseUrl}${findOperation("completions.create")?.path ?? ""}`;
  switch (form) {
    case "json":
      return prettyJson(inputs);
    case "curl":
      return `curl -u "api:$WANDB_API_KEY" ${quoted(url)} \\\n  -d ${quoted(stringifyJson(body))}`;
    case "python":
      return [
        "import os",
        "",
        "import requests",
        "",
        "answer = requests.post(",
        `    ${JSON.stringify(url)},`,
        '    auth=("api", os.environ["WANDB_API_KEY"]),',
        `    json=${pythonText(prettyJson(body)).replaceAll("\n", "\n    ")},`,
        ")",
        'print(answer.json()["response"])',
      ].join("\n");
  }
}

/** JSON as a Python literal: their texts are written alike, their words for true, false and nothing are not. */
function pythonText(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => PYTHON_WORDS.get(token) ?? token);
}

const PYTHON_WORDS: ReadonlyMap<string, string> = new Map([
  ["true", "True"],
  ["false", "False"],
  ["null", "None"],
]);
