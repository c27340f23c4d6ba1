import { prettyJson } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { findOperation } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Inputs } from "@/lib/completion/completion-inputs";
import { curlCommand, pythonProgram } from "@/lib/export/request-program";

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

/** A request in a form that can be pasted here again: as JSON, or as a program that sends it to the service. */
export function codeOf(form: CodeForm, source: CodeSource): string {
  const { inputs, projectId, isTracked } = source;
  const body = { project_id: projectId, inputs, ...(isTracked ? {} : { track_llm_call: false }) };
  const url = `${source.baseUrl}${findOperation("completions.create")?.path ?? ""}`;
  const request = { url, compact: stringifyJson(body), indented: prettyJson(body) };
  switch (form) {
    case "json":
      return prettyJson(inputs);
    case "curl":
      return curlCommand(request);
    case "python":
      return pythonProgram(request, "response");
  }
}
