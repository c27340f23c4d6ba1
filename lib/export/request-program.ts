/** A JSON request as two texts: on one line, and with indents. */
export interface RequestText {
  readonly url: string;
  readonly compact: string;
  readonly indented: string;
}

/** Quotes a text for a shell, so that it stays one word. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the curl command that sends a request to a service with the key in `WANDB_API_KEY`. */
export const curlCommand = ({ url, compact }: RequestText): string =>
  `curl -u "api:$WANDB_API_KEY" ${quoted(url)} \\\n  -d ${quoted(compact)}`;

/**
 * Returns the Python program that sends a request to a service with the key in `WANDB_API_KEY`.
 *
 * @param member the member of the answer that it prints
 */
export function pythonProgram({ url, indented }: RequestText, member: string): string {
  return [
    "import os",
    "",
    "import requests",
    "",
    "answer = requests.post(",
    `    ${JSON.stringify(url)},`,
    '    auth=("api", os.environ["WANDB_API_KEY"]),',
    `    json=${pythonText(indented).replaceAll("\n", "\n    ")},`,
    ")",
    `print(answer.json()[${JSON.stringify(member)}])`,
  ].join("\n");
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
