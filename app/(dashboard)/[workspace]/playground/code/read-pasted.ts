import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import type { ReadRequest } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { readCall } from "@/app/(dashboard)/[workspace]/playground/open/read-call";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { jsonProblem } from "@/lib/completion/read-parameter";
import { isMembers } from "@/lib/json/value/members";
import { readPythonRequest } from "./read-python";
import { splitShellWords } from "./split-shell-words";

/** The result of reading a pasted text: a request, or the reason why it is not one. */
export type Pasted =
  | { readonly kind: "request"; readonly read: ReadRequest }
  | { readonly kind: "broken"; readonly message: string };

const broken = (message: string): Pasted => ({ kind: "broken", message });

/** Reads a request from JSON, a curl command or a Python program. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") return broken("Paste a request first");
  if (/^[[{]/.test(trimmed)) return fromJson(trimmed);
  if (/^(?:\$\s*)?curl\s/.test(trimmed)) return fromCurl(trimmed.replace(/^\$\s*/, ""));
  const python = readPythonRequest(trimmed);
  if (!python) return broken("Not JSON, a curl command or a Python call");
  return fromValue(python.value, python.skipped);
}

function fromJson(text: string): Pasted {
  try {
    return fromValue(parseJson(text));
  } catch {
    // Text that is not JSON is reported with the position of the error.
    return broken(jsonProblem(text));
  }
}

const DATA_FLAGS = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"]);

function fromCurl(text: string): Pasted {
  const words = splitShellWords(text);
  const at = words.findIndex((word) => DATA_FLAGS.has(word) || /^(?:-d.|--(?:data[a-z-]*|json)=)/.test(word));
  const flag = words[at];
  if (flag === undefined) return broken("The curl command has no data: add -d");
  const data = DATA_FLAGS.has(flag) ? (words[at + 1] ?? "") : flag.replace(/^(?:--[a-z-]+=|-d)/, "");
  if (data.startsWith("@")) return broken(`The data is in the file ${data.slice(1)}: paste its contents`);
  return fromJson(data);
}

/** A completion request to the service has the provider's request under `inputs`; a list is a list of messages. */
function fromValue(value: unknown, skipped: readonly string[] = []): Pasted {
  const request: unknown = Array.isArray(value) ? { messages: value } : value;
  if (!isMembers(request)) return broken("Not a request: must be an object");
  const inputs: Members = isMembers(request.inputs) ? request.inputs : request;
  const read = readCall({ inputs });
  if (read.messages.length === 0 && read.model === null) return broken("The request has no messages and no model");
  return { kind: "request", read: { ...read, unsupported: [...skipped, ...read.unsupported] } };
}
