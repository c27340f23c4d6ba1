import { objectName } from "@/lib/api/contract/objects/object-name";
import { promptValue } from "@/lib/api/contract/objects/stored-prompt";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ImportItem } from "@/lib/import/values/import-item";
import { noCounts } from "@/lib/import/values/import-item";
import type { DatasetName, ImportedObject, ImportedPrompt } from "@/lib/import/values/imported-object";
import type { Members } from "@/lib/json/value/members";
import { type RecordContext, type SourceTool, sourceId } from "./source-record";

/** A version of a prompt, as a reader finds it. */
interface SourcePrompt {
  readonly tool: SourceTool;
  /** In small letters, as attributes have it: `langfuse`. */
  readonly source: string;
  readonly name: string;
  /** The number of the version; a text where versions have no order. */
  readonly version: number | string;
  readonly description: string | null;
  /** A text is a prompt without roles. */
  readonly content: string | readonly Members[];
  readonly config: Members;
  /** Members without a place. */
  readonly rest: Members;
  readonly labels: readonly string[];
  readonly tags: readonly string[];
}

/** Names that the service accepts for versions. `latest` and `v1` have a meaning of their own. */
const isAlias = (name: string) => name.trim() !== "" && name.length <= 128 && !/[/:]|^(latest|v\d+)$/.test(name);
const isTag = (name: string) => name.length <= 256 && /^[\p{L}\p{N}_-]+( [\p{L}\p{N}_-]+)*$/u.test(name);

/** The most names that a request takes. */
const MAX_NAMES = 100;

const NAMES_LOST = "Labels and tags of prompts with characters that aliases and tags cannot have are not stored.";

/** Returns a version of a prompt as the Python client stores it, and what of its names is lost. */
export function importedPrompt(prompt: SourcePrompt): { readonly prompt: ImportedPrompt; readonly losses: string[] } {
  const { tool, source, name, version, description, content, config, rest, labels, tags } = prompt;
  const objectId = objectName(name) || `prompt-${sourceId(tool, "prompt", name).slice(0, 8)}`;
  const isText = typeof content === "string";
  const messages = isText ? [{ role: "system", content }] : content;
  // A text stays a text where the version before it is one.
  const before = isText ? { content: "" } : null;
  const value = promptValue({ name: objectId, description: description ?? "", messages, config }, before);
  const id = sourceId(tool, "prompt", name, String(version), stringifyJson([content, config]));
  const isNamed = labels.every((label) => label === "latest" || isAlias(label)) && tags.every(isTag);
  return {
    prompt: {
      kind: "prompt",
      objectId,
      version: typeof version === "number" ? version : null,
      id,
      value: { ...value, ...rest, import: { source, name, version, id } },
      tags: tags.filter(isTag).slice(0, MAX_NAMES),
      aliases: labels.filter(isAlias).slice(0, MAX_NAMES),
    },
    losses: isNamed ? [] : [NAMES_LOST],
  };
}

/** The item of a record that becomes an object, or a part of one. */
export function objectItem(
  { filePosition }: RecordContext,
  source: { readonly tool: SourceTool; readonly record: string; readonly becomes: string },
  objects: readonly ImportedObject[],
  losses: readonly string[] = [],
): ImportItem {
  const count = (kind: ImportedObject["kind"]) => objects.filter((object) => object.kind === kind).length;
  const [promptVersions, rows] = [count("prompt"), count("row")];
  return {
    kind: "item",
    filePosition,
    parts: [],
    feedback: [],
    objects,
    counts: {
      ...noCounts,
      ...(promptVersions > 0 ? { promptVersions } : {}),
      ...(rows > 0 ? { rows } : {}),
    },
    reward: null,
    source,
    ...(losses.length === 0 ? {} : { leftOut: losses.map((reason) => ({ reason, count: 1, filePosition })) }),
  };
}

interface RowContent {
  readonly id: string | null;
  readonly input: unknown;
  readonly expected: unknown;
  readonly metadata: Members;
  /** Further columns that are set. */
  readonly more?: Members;
}

/** A row of a dataset: what is asked, what is expected, and what describes it. */
export function datasetRow(
  dataset: DatasetName,
  { id, input, expected, metadata, more = {} }: RowContent,
  changed: string | null,
): ImportedObject {
  const row = {
    ...(id === null ? {} : { id }),
    input: input ?? null,
    expected: expected ?? null,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...more,
  };
  return { kind: "row", dataset, id, changed, row };
}
