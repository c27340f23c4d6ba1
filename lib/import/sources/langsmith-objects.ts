import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { type ConvertedTemplate, fromMustache, fromPython, literalTemplate } from "./prompt-template";
import { datasetRow, importedPrompt, objectItem } from "./source-objects";
import {
  memberOf,
  objectOf,
  objectsIn,
  otherMembers,
  type RecordContext,
  skippedRecord,
  textOf,
  unpacked,
  utcTime,
} from "./source-record";

const TOOL = "LangSmith";
const SOURCE = "langsmith";

const ATTACHMENTS = "Attachments of examples are files of LangSmith, which the export does not contain.";
const PLACEHOLDER = "A placeholder for messages is a user message with a variable of its name.";
const PARTS = "Parts of a prompt that are not text are kept as the other tool stores them.";
const MODEL = "The model of a prompt is kept as the other tool stores it, not as settings that can be run.";

/** Returns whether a value is an example of a dataset. */
export function isLangsmithExample(record: Members): boolean {
  return "dataset_id" in record && "inputs" in record && "outputs" in record && !("run_type" in record);
}

/** Reads an example, which becomes a row. Its split is a column. */
export function readLangsmithExample(record: Members, context: RecordContext): ImportItem | SkippedItem {
  const key = textOf(record, "dataset_id");
  if (key === null) return skippedRecord(context, "The example has no dataset_id.");
  const { dataset_split: split, ...metadata } = objectOf(record, "metadata");
  const only = Array.isArray(split) && split.length === 1 ? split[0] : split;
  const more = otherMembers({ split: only, source_run_id: memberOf(record, "source_run_id") }, new Set());
  const row = datasetRow(
    { key, name: textOf(record, "dataset_name"), source: SOURCE },
    {
      id: textOf(record, "id"),
      input: unpacked(memberOf(record, "inputs")),
      expected: unpacked(memberOf(record, "outputs")),
      metadata,
      more,
    },
    utcTime(memberOf(record, "modified_at")),
  );
  const hasFiles = Object.keys(objectOf(record, "attachments")).length > 0;
  const source = { tool: TOOL, record: "example", becomes: "row of a dataset" } as const;
  return objectItem(context, source, [row], hasFiles ? [ATTACHMENTS] : []);
}

const DATA_TYPES = new Set(["kv", "llm", "chat"]);

/** Returns whether a value is a dataset, without its examples. */
export function isLangsmithDataset(record: Members): boolean {
  return DATA_TYPES.has(String(record.data_type)) && textOf(record, "id") !== null && textOf(record, "name") !== null;
}

/** Reads what a dataset is called, for the examples of the same file. */
export function readLangsmithDataset(record: Members, context: RecordContext): ImportItem {
  const dataset = { key: textOf(record, "id") ?? "", name: textOf(record, "name"), source: SOURCE };
  const source = { tool: TOOL, record: "dataset", becomes: "name of its rows" } as const;
  return objectItem(context, source, [{ kind: "dataset", dataset, description: textOf(record, "description") }]);
}

/** Returns whether a value is a commit of a prompt. */
export function isLangsmithPrompt(record: Members): boolean {
  return isMembers(unpacked(record.manifest)) && "commit_hash" in record;
}

/** The roles of messages, by the last word of their class. */
const ROLES: readonly (readonly [RegExp, string])[] = [
  [/^System/, "system"],
  [/^Human/, "user"],
  [/^AI/, "assistant"],
];

/** Reads the classes and members of LangChain's own form of objects. */
class ManifestReader {
  readonly losses = new Set<string>();

  /** The messages of a prompt, or the text of one without roles; null for anything else. */
  content(manifest: Members): string | Members[] | null {
    const { name, members } = constructed(manifest);
    if (name === "RunnableSequence") {
      this.losses.add(MODEL);
      return isMembers(members.first) ? this.content(members.first) : null;
    }
    if (typeof members.template === "string") return this.#text(members);
    const messages = objectsIn(members.messages);
    return messages.length === 0 ? null : messages.map((message) => this.#message(message));
  }

  #message(message: Members): Members {
    const { name, members } = constructed(message);
    if (name === "MessagesPlaceholder") {
      this.losses.add(PLACEHOLDER);
      return { role: "user", content: `{${textOf(members, "variable_name") ?? "messages"}}` };
    }
    const role = ROLES.find(([pattern]) => pattern.test(name))?.[1] ?? textOf(members, "role") ?? "user";
    const { prompt, content } = members;
    if (isMembers(prompt)) return { role, content: this.#text(constructed(prompt).members) };
    if (Array.isArray(prompt)) return { role, content: objectsIn(prompt).map((part) => this.#part(part)) };
    if (typeof content === "string") return { role, content: this.#take(literalTemplate(content)) };
    this.losses.add(PARTS);
    return { role, content };
  }

  #part(part: Members): Members {
    const { members } = constructed(part);
    if (typeof members.template === "string") return { type: "text", text: this.#text(members) };
    this.losses.add(PARTS);
    return members;
  }

  #text(members: Members): string {
    const template = textOf(members, "template") ?? "";
    return this.#take(
      textOf(members, "template_format") === "mustache" ? fromMustache(template) : fromPython(template),
    );
  }

  #take({ text, losses }: ConvertedTemplate): string {
    for (const loss of losses) this.losses.add(loss);
    return text;
  }
}

/** The class of an object in LangChain's form, and its arguments. */
function constructed(value: Members): { readonly name: string; readonly members: Members } {
  const path = Array.isArray(value.id) ? value.id : [];
  return { name: String(path.at(-1) ?? ""), members: isMembers(value.kwargs) ? value.kwargs : value };
}

/** Reads a commit of a prompt. Commits have no numbers: their order is that of the file. */
export function readLangsmithPrompt(record: Members, context: RecordContext): ImportItem | SkippedItem {
  const name = textOf(record, "repo", "repo_handle", "name");
  const version = textOf(record, "commit_hash");
  if (name === null || version === null) return skippedRecord(context, "The prompt has no name (repo) or commit_hash.");
  const reader = new ManifestReader();
  const manifest = objectOf(record, "manifest");
  const content = reader.content(manifest);
  if (content === null) {
    return skippedRecord(context, `The manifest of the prompt ${name} has neither messages nor a template.`);
  }
  const isWhole = reader.losses.size === 0;
  const { prompt, losses } = importedPrompt({
    tool: TOOL,
    source: SOURCE,
    name,
    version,
    description: textOf(record, "description"),
    content,
    config: {},
    rest: isWhole ? {} : { langsmith: { manifest } },
    labels: [],
    tags: [],
  });
  const source = { tool: TOOL, record: "prompt commit", becomes: "version of a prompt" } as const;
  return objectItem(context, source, [prompt], [...reader.losses, ...losses]);
}
