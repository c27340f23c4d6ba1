import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { pythonLiteral } from "@/lib/json/scan/python-literal";
import { type AttributeSource, builtTree, firstAttribute } from "./attribute-source";
import { emptyAttributes, isAttributes } from "./attribute-values";
import { ERRORS } from "./conventions/attribute-table";
import { pathsOf } from "./conventions/span-tables";
import type { Span, SpanEvent } from "./span";

/** A frame as the Python SDK sends it. */
interface Frame {
  readonly filename: string;
  readonly line_number: number;
  readonly function_name: string;
  readonly text: string;
}

interface StackForm {
  readonly frame: RegExp;
  /** The names of the groups of `frame`, in their order. */
  readonly groups: readonly ("file" | "line" | "name")[];
  readonly isNewestFirst: boolean;
}

/** Lines of stacks by language. */
const FORMS: readonly StackForm[] = [
  { frame: /^[\s|+]*File "(.+)", line (\d+)(?:, in (.+))?$/, groups: ["file", "line", "name"], isNewestFirst: false },
  { frame: /^\s*at (?:async )?(.+?) \((.+?):(\d+):\d+\)$/, groups: ["name", "file", "line"], isNewestFirst: true },
  { frame: /^\s*at (?:async )?([^\s()]+?):(\d+):\d+$/, groups: ["file", "line"], isNewestFirst: true },
  { frame: /^\s*at (.+)\(([^():]+):(\d+)\)$/, groups: ["name", "file", "line"], isNewestFirst: true },
  { frame: /^\s*at (.+\)) in (.+):line (\d+)$/, groups: ["name", "file", "line"], isNewestFirst: true },
];

const PYTHON_HEAD = "Traceback (most recent call last):";
/** Lines between the frames of Python: the marks below its code. */
const MARKS = /^[\s~^|+]*$/;

function frameAt(lines: readonly string[], at: number, { frame, groups }: StackForm): Frame | null {
  const found = frame.exec(lines[at] ?? "");
  if (!found) return null;
  const part = (name: StackForm["groups"][number]) =>
    (groups.includes(name) ? found[groups.indexOf(name) + 1] : "") ?? "";
  const next = lines[at + 1] ?? "";
  const hasCode =
    groups[0] === "file" && groups.length === 3 && /^\s{4}/.test(next) && !frame.test(next) && !MARKS.test(next);
  return {
    filename: part("file"),
    line_number: Number(part("line")),
    function_name: part("name"),
    text: hasCode ? next.trim() : "",
  };
}

/** Longer lines are no frames. */
const MAX_LINE_LENGTH = 1000;

/** Returns the frames of a stack, the newest last; empty for one of an unknown form. Of a chain, those of its last exception. */
function framesOf(stack: string): readonly Frame[] {
  const head = stack.lastIndexOf(PYTHON_HEAD);
  const lines = (head === -1 ? stack : stack.slice(head)).split(/\r?\n/);
  const form = FORMS.find(({ frame }) => lines.some((line) => isFrame(line, frame)));
  const forms = FORMS.filter(({ isNewestFirst }) => isNewestFirst === form?.isNewestFirst);
  const frames = lines.flatMap((line, at) => {
    const found = forms.find(({ frame }) => isFrame(line, frame));
    return found ? (frameAt(lines, at, found) ?? []) : [];
  });
  return form?.isNewestFirst ? frames.reverse() : frames;
}

const isFrame = (line: string, frame: RegExp) => line.length <= MAX_LINE_LENGTH && frame.test(line);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The message of an exception, also where it is the JSON of a provider's answer, which was read as a value. */
function messageOf(value: unknown): string {
  const sent = builtTree(value) ?? "";
  return typeof sent === "string" ? sent : stringifyJson(sent);
}

interface Recorded {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

function recordedIn(events: readonly SpanEvent[]): Recorded | null {
  const event = events.findLast(({ name }) => name === "exception");
  if (!event) return null;
  const { exception } = event.attributes;
  const { type, message, stacktrace } = isAttributes(exception) ? exception : emptyAttributes();
  return recorded(textOf(type), messageOf(message), textOf(stacktrace));
}

/** An exception whose members are attributes of the span itself; null without any. */
function recordedOn(attributes: AttributeSource): Recorded | null {
  const [type, message, stack] = ["type", "message", "stacktrace"].map((name) => attributes.at(`exception.${name}`));
  if (type === undefined && message === undefined && stack === undefined) return null;
  return recorded(textOf(type), messageOf(message), textOf(stack));
}

function recorded(type: string, text: string, stack: string): Recorded {
  const message = type !== "" && text.startsWith(`${type}: `) ? text.slice(type.length + 2) : text;
  return { type, message, stack };
}

/** True when a status says something that the exception does not. */
function addsTo({ type, message }: Recorded, status: string): boolean {
  const [before = ""] = status.split("Traceback (most recent call last)");
  const name = type.split(".").at(-1) ?? "";
  const rest = [message, type, name]
    .filter((part) => part !== "")
    .reduce((text, part) => text.replaceAll(part, ""), before);
  return /[\p{L}\p{N}]{2}/u.test(rest);
}

/** The last line of an exception of Python before the one that it led to. */
const FIRST_OF_CHAIN = /^(\S[^\n]*)\n\n(?:The above exception was the direct cause|During handling of the above)/m;

/** The first exception of a chain, as Python prints it; empty where what is said has its words. */
function causeIn(stack: string, said: string): string {
  const line = FIRST_OF_CHAIN.exec(stack)?.[1] ?? "";
  const words = line.slice(line.indexOf(": ") + 1).trim();
  return line.length > MAX_LINE_LENGTH || said.includes(words) ? "" : `Caused by ${line}`;
}

function exceptionText(recorded: Recorded, status: string): string {
  const { type, stack } = recorded;
  const cause = causeIn(stack, `${recorded.message} ${status}`);
  const lines = [recorded.message, addsTo(recorded, status) ? status : "", cause].filter((line) => line !== "");
  const message = lines.join("\n");
  const line = [type, message].filter((part) => part !== "").join(": ");
  if (stack === "") return line;
  const traceback = framesOf(stack);
  if (traceback.length > 0) return JSON.stringify({ type: type || "Error", message, traceback });
  return stack.includes(recorded.message) && lines.length < 2 ? stack : `${line}\n${stack}`;
}

/** A class as Python prints it. */
const PRINTED_CLASS = /^<class '(.+)'>$/;

/** Names of exceptions: other types of errors are numbers of statuses, and words for none. */
const EXCEPTION_NAME = /(?:Error|Exception|_error)$/;

/** The message of a status, with the type that is beside it unless it says so itself. */
const typed = (type: string, message: string): Recorded => ({
  type: message !== "" && EXCEPTION_NAME.test(type) && !message.includes(type.split(".").at(-1) ?? "") ? type : "",
  message,
  stack: "",
});

/** Langfuse has a level of its own, which some of its programs set instead of the status. */
const LEVEL = "langfuse.observation.level";
const MESSAGE = pathsOf(ERRORS.message);
const DETAIL = pathsOf(ERRORS.detail);

/** The text of an error beside the status, also where it is an object with that text. */
function detailOf(attributes: AttributeSource): string {
  const sent = builtTree(firstAttribute(attributes, DETAIL));
  const tree = isAttributes(sent) ? sent : typeof sent === "string" ? pythonLiteral(sent) : null;
  return isAttributes(tree) ? textOf(tree.error) : textOf(sent);
}

/**
 * Returns the exception of a span's call; null for a span without an error, whatever its events. With a stack, it has
 * the form of the Python SDK: JSON with type, message and frames. A status of ERROR alone is still an exception:
 * otherwise the call would look like a success.
 */
export function exceptionOf({ status, events, attributes }: Span): string | null {
  const isFailed = status.code === "ERROR" || (status.code === "UNSET" && attributes.at(LEVEL) === "ERROR");
  if (!isFailed) return null;
  const message = status.message || messageOf(firstAttribute(attributes, MESSAGE));
  const said = [message, detailOf(attributes)].filter((line) => line !== "").join("\n");
  const type = textOf(attributes.at("error.type")).replace(PRINTED_CLASS, "$1");
  const exception = (events.length === 0 ? null : recordedIn(events)) ?? recordedOn(attributes) ?? typed(type, said);
  return exceptionText(exception, said) || type || "The span ended with an error.";
}
