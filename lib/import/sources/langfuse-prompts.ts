import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { fromMustache, literalTemplate } from "./prompt-template";
import { datasetRow, importedPrompt, objectItem } from "./source-objects";
import {
  memberOf,
  numberOf,
  objectOf,
  otherMembers,
  type RecordContext,
  skippedRecord,
  textOf,
  unpacked,
  utcTime,
} from "./source-record";

const TOOL = "Langfuse";
const SOURCE = "langfuse";

const PLACEHOLDER = "A placeholder for messages is a user message with a variable of its name.";
const COMPOSED = "References to other prompts inside a prompt stay as text: export it as it is resolved.";
const LIST_ONLY = "The list of prompts has no texts: export each version of each prompt.";
const ARCHIVED = "Archived items of datasets are not read.";
const MEDIA = "Media are references to files of Langfuse, which the export does not contain.";

const REFERENCE = /@@@langfusePrompt:/;
const MEDIA_REFERENCE = /@@@langfuseMedia:/;

const textsIn = (value: unknown): string[] => {
  const list = unpacked(value);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
};

/** Returns whether a value is a version of a prompt, or an entry of the list of prompts. */
export function isLangfusePrompt(record: Members): boolean {
  if ((record.type !== "text" && record.type !== "chat") || textOf(record, "name") === null) return false;
  return memberOf(record, "prompt") === undefined
    ? Array.isArray(record.versions)
    : numberOf(memberOf(record, "version")) !== null;
}

/** A message of a chat prompt, or a placeholder for several that are known later. */
function messageOf(message: Members, losses: Set<string>): Members {
  if (message.type === "placeholder") {
    losses.add(PLACEHOLDER);
    const name = textOf(message, "name") ?? "messages";
    return { role: "user", content: /^[A-Za-z_]\w*$/.test(name) ? `{${name}}` : literalTemplate(name).text };
  }
  const { type: _type, ...members } = message;
  return typeof members.content === "string" ? { ...members, content: converted(members.content, losses) } : members;
}

function converted(text: string, losses: Set<string>): string {
  if (REFERENCE.test(text)) losses.add(COMPOSED);
  const template = fromMustache(text);
  for (const loss of template.losses) losses.add(loss);
  return template.text;
}

/** Reads a version of a prompt. Its labels become aliases, its config stays. */
export function readLangfusePrompt(record: Members, context: RecordContext): ImportItem | SkippedItem {
  const name = textOf(record, "name");
  const version = numberOf(memberOf(record, "version"));
  const written = memberOf(record, "prompt");
  if (name === null || version === null || written === undefined) return skippedRecord(context, LIST_ONLY);
  const losses = new Set<string>();
  const parts = record.type === "chat" ? unpacked(written) : null;
  if (record.type === "chat" ? !Array.isArray(parts) : typeof written !== "string") {
    return skippedRecord(
      context,
      `Version ${version} of the prompt ${name} has no ${record.type === "chat" ? "list of messages" : "text"}.`,
    );
  }
  const config = unpacked(memberOf(record, "config"));
  const unplaced = otherMembers(
    {
      resolution_graph: memberOf(record, "resolution_graph"),
      ...(isMembers(config) ? {} : { config }),
    },
    new Set(),
  );
  const { prompt, losses: nameLosses } = importedPrompt({
    tool: TOOL,
    source: SOURCE,
    name,
    version,
    description: textOf(record, "commit_message"),
    content: Array.isArray(parts)
      ? parts.filter(isMembers).map((message) => messageOf(message, losses))
      : converted(String(written), losses),
    config: isMembers(config) ? config : {},
    rest: Object.keys(unplaced).length === 0 ? {} : { langfuse: unplaced },
    labels: textsIn(memberOf(record, "labels")),
    tags: textsIn(memberOf(record, "tags")),
  });
  const source = { tool: TOOL, record: "prompt version", becomes: "version of a prompt" } as const;
  return objectItem(context, source, [prompt], [...losses, ...nameLosses]);
}

/** Returns whether a value is an item of a dataset. */
export function isLangfuseItem(record: Members): boolean {
  const isNamed = textOf(record, "dataset_id", "dataset_name") !== null;
  const status = String(record.status);
  const hasReference = "expectedOutput" in record || "expected_output" in record;
  return isNamed && (status === "ACTIVE" || status === "ARCHIVED" || hasReference) && !("_xact_id" in record);
}

/** Reads an item of a dataset, which becomes a row of its table. */
export function readLangfuseItem(record: Members, context: RecordContext): ImportItem | SkippedItem {
  if (record.status === "ARCHIVED") return skippedRecord(context, ARCHIVED);
  const id = textOf(record, "id");
  const key = textOf(record, "dataset_id", "dataset_name") ?? "";
  const more = otherMembers(
    {
      source_trace_id: memberOf(record, "source_trace_id"),
      source_observation_id: memberOf(record, "source_observation_id"),
    },
    new Set(),
  );
  const metadata = unpacked(memberOf(record, "metadata"));
  const content = {
    id,
    input: unpacked(memberOf(record, "input")),
    expected: unpacked(memberOf(record, "expected_output")),
    metadata: objectOf(record, "metadata"),
    more: isMembers(metadata) || metadata === undefined ? more : { metadata, ...more },
  };
  const row = datasetRow(
    { key, name: textOf(record, "dataset_name"), source: SOURCE },
    content,
    utcTime(memberOf(record, "updated_at")),
  );
  const source = { tool: TOOL, record: "dataset item", becomes: "row of a dataset" } as const;
  const hasMedia = MEDIA_REFERENCE.test(JSON.stringify([content.input, content.expected, metadata]));
  return objectItem(context, source, [row], hasMedia ? [MEDIA] : []);
}
