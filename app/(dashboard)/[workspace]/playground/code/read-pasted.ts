import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import type { ReadRequest } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { readCall } from "@/app/(dashboard)/[workspace]/playground/open/read-call";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { jsonProblem } from "@/lib/completion/read-parameter";
import { isMembers } from "@/lib/json/value/members";
import { readPythonRequest } from "./read-python";
import { splitShellWords } from "./split-shell-words";

/** What a pasted text is: a request, or why it is none. */
export type Pasted =
  | { readonly kind: "request"; readonly read: ReadRequest }
  | { readonly kind: "broken"; readonly message: string };

const broken = (message: string): Pasted => ({ kind: "broken", message });

/** Reads a request as JSON, as a curl command, or out of a Python program. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") return broken("Nothing is pasted yet");
  if (/^[[{]/.test(trimmed)) return fromJson(trimmed);
  if (/^(?:\$\s*)?curl\s/.test(trimmed)) return fromCurl(trimmed.replace(/^\$\s*/, ""));
  const python = readPythonRequest(trimmed);
  if (!python) return broken("Neither JSON, nor a curl command, nor a call in Python");
  return fromValue(python.value, python.skipped);
}

function fromJson(text: string): Pasted {
  try {
    return fromValue(parseJson(text));
  } catch {
    // Not JSON is one of the things that can be pasted; where it breaks is said.
    return broken(jsonProblem(text));
  }
}

const DATA_FLAGS = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"]);

function fromCurl(text: string): Pasted {
  const words = splitShellWords(text);
  const at = words.findIndex((word) => DATA_FLAGS.has(word) || /^(?:-d.|--(?:data[a-z-]*|json)=)/.test(word));
  const flag = words[at];
  if (flag === undefined) return broken("The curl command has no data: -d is missing");
  const data = DATA_FLAGS.has(flag) ? (words[at + 1] ?? "") : flag.replace(/^(?:--[a-z-]+=|-d)/, "");
  if (data.startsWith("@")) return broken(`The data is in the file ${data.slice(1)}: paste its content`);
  return fromJson(data);
}

/** A request for a completion of the service has the provider's request under `inputs`; a list is messages. */
function fromValue(value: unknown, skipped: readonly string[] = []): Pasted {
  const request: unknown = Array.isArray(value) ? { messages: value } : value;
  if (!isMembers(request)) return broken("Not a request: an object is needed");
  const inputs: Members = isMembers(request.inputs) ? request.inputs : request;
  const read = readCall({ inputs });
  if (read.messages.length === 0 && read.model === null) return broken("It holds no messages and no model");
  return { kind: "request", read: { ...read, unsupported: [...skipped, ...read.unsupported] } };
}
