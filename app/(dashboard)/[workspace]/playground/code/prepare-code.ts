import { prettyJson } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { findOperation } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Inputs } from "@/lib/completion/completion-inputs";

export const codeForms = ["json", "curl", "python"] as const;

export type CodeForm = (typeof codeForms)[number];

/** A request and its destination. */
export interface CodeSource {
  /** The base URL of the workspace's service. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly inputs: Inputs;
  readonly isTracked: boolean;
}

/** Quotes a text for a shell, so that it stays one word. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A request in a form that can be pasted here again: as JSON, or as a program that sends it to the service. */
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

/** JSON as a Python literal: strings are written alike; true, false and null differ. */
function pythonText(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => PYTHON_WORDS.get(token) ?? token);
}

const PYTHON_WORDS: ReadonlyMap<string, string> = new Map([
  ["true", "True"],
  ["false", "False"],
  ["null", "None"],
]);
