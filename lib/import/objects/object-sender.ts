import { objectName } from "@/lib/api/contract/objects/object-name";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import type { ImportedDataset, ImportedObject, ImportedPrompt } from "@/lib/import/values/imported-object";
import { isMembers, type Members } from "@/lib/json/value/members";
import { HeldRows, type StoredDataset } from "./held-rows";
import type { ObjectService } from "./object-service";

/** What an import made of prompts and datasets. Counts are of versions. */
export interface ObjectsSummary {
  readonly promptsStored: number;
  /** Versions that an earlier import stored. */
  readonly promptsPresent: number;
  readonly datasetsStored: number;
  readonly datasetsPresent: number;
  readonly rows: number;
  /** The names of the objects, each once. */
  readonly names: readonly string[];
}

export const noObjects: ObjectsSummary = {
  promptsStored: 0,
  promptsPresent: 0,
  datasetsStored: 0,
  datasetsPresent: 0,
  rows: 0,
  names: [],
};

export interface ObjectSenderOptions {
  /** The largest request of rows. */
  readonly maxBytes: number;
  readonly isUnsupported: (error: unknown) => boolean;
  /** Receives what is lost, or stored in another way. */
  readonly onLoss: (reason: string, count: number) => void;
}

const MARKS_UNSUPPORTED = "The service has no tags and aliases, so labels and tags of prompts are not stored.";
const REPEATED = "An item of a dataset that came several times is one row, as it was changed last.";
const OUT_OF_ORDER = "A version of a prompt is the newest one here, since later versions were imported before it.";

/** Room for what distinguishes an object from another of the same name. */
const NAME_LENGTH = 118;

/** Versions without a number keep the order of the file, behind those with one. */
const LAST = Number.MAX_SAFE_INTEGER;

const isDataset = (value: unknown) => isMembers(value) && (value._class_name ?? value._type) === "Dataset";
const isPrompt = (value: unknown) => readStoredPrompt(value) !== null;

const importOf = (value: unknown): Members => (isMembers(value) && isMembers(value.import) ? value.import : {});

/**
 * Stores prompts and datasets of an import as versions of objects. Prompts are held until the end, since their versions
 * come in any order; rows are stored while they are read.
 */
export class ObjectSender {
  readonly #service: ObjectService;
  readonly #options: ObjectSenderOptions;
  readonly #rows: HeldRows;
  readonly #prompts = new Map<string, ImportedPrompt>();
  readonly #facts = new Map<string, ImportedDataset>();
  readonly #names = new Set<string>();
  #summary: ObjectsSummary = noObjects;
  #hasMarks = true;

  constructor(service: ObjectService, options: ObjectSenderOptions) {
    this.#service = service;
    this.#options = options;
    this.#rows = new HeldRows(service, options.maxBytes);
  }

  async add(object: ImportedObject): Promise<void> {
    if (object.kind === "row") await this.#rows.add(object);
    else if (object.kind === "dataset") this.#facts.set(object.dataset.key, object);
    // The latest labels count where a version comes twice.
    else this.#prompts.set(object.id, object);
  }

  /** Publishes what was held. Whatever is there already stays as it is. */
  async finish(): Promise<ObjectsSummary> {
    const byObject = new Map<string, ImportedPrompt[]>();
    for (const prompt of this.#prompts.values()) {
      const versions = byObject.get(prompt.objectId);
      if (versions) versions.push(prompt);
      else byObject.set(prompt.objectId, [prompt]);
    }
    for (const [objectId, prompts] of byObject) await this.#publishPrompt(objectId, prompts);
    for (const dataset of await this.#rows.finish()) await this.#publishDataset(dataset);
    if (this.#rows.repeatedCount > 0) this.#options.onLoss(REPEATED, this.#rows.repeatedCount);
    return { ...this.#summary, names: [...this.#names] };
  }

  /** Finds an object for a prompt or a dataset: another one where the name is that of something else. */
  async #place(name: string, kind: "prompt" | "dataset") {
    const isOfKind = kind === "prompt" ? isPrompt : isDataset;
    const base = name.slice(0, NAME_LENGTH);
    for (const objectId of [name, `${base}-${kind}`]) {
      const versions = await this.#service.versionsOf(objectId);
      const latest = versions.at(-1);
      if (latest === undefined || isOfKind(latest.val)) return { objectId, versions };
    }
    return { objectId: `${base}-import`, versions: await this.#service.versionsOf(`${base}-import`) };
  }

  async #publishPrompt(name: string, prompts: readonly ImportedPrompt[]): Promise<void> {
    const { objectId, versions } = await this.#place(name, "prompt");
    this.#names.add(objectId);
    const inOrder = prompts.toSorted((left, right) => (left.version ?? LAST) - (right.version ?? LAST));
    const numbers = versions.map(({ val }) => Number(importOf(val).version)).filter((number) => number > 0);
    const newest = Math.max(0, ...numbers);
    for (const prompt of inOrder) {
      const present = versions.find(({ val }) => importOf(val).id === prompt.id);
      const digest = present?.digest ?? (await this.#service.publish(objectId, prompt.value));
      const counted = present ? "promptsPresent" : "promptsStored";
      this.#summary = { ...this.#summary, [counted]: this.#summary[counted] + 1 };
      if (!present && prompt.version !== null && prompt.version < newest) this.#options.onLoss(OUT_OF_ORDER, 1);
      await this.#mark(objectId, digest, prompt, present ? versions : null);
    }
  }

  /** Names of a version that is there already were perhaps moved since: only names that no version has are set. */
  async #mark(objectId: string, digest: string, prompt: ImportedPrompt, versions: readonly ObjectVersion[] | null) {
    const own = versions?.find((version) => version.digest === digest);
    const taken = new Set(versions?.flatMap(({ aliases }) => aliases ?? []));
    const aliases = prompt.aliases.filter((alias) => !taken.has(alias));
    const tags = prompt.tags.filter((tag) => own?.tags?.includes(tag) !== true);
    if (!this.#hasMarks || aliases.length + tags.length === 0) return;
    try {
      if (tags.length > 0) await this.#service.addTags(objectId, digest, tags);
      if (aliases.length > 0) await this.#service.setAliases(objectId, digest, aliases);
    } catch (error) {
      if (!this.#options.isUnsupported(error)) throw error;
      this.#hasMarks = false;
      this.#options.onLoss(MARKS_UNSUPPORTED, 1);
    }
  }

  async #publishDataset({ name: { key, name, source }, rowCount, tableRef }: StoredDataset): Promise<void> {
    const facts = this.#facts.get(key);
    const shown = facts?.dataset.name ?? name;
    const wanted = objectName(shown ?? `${source}-${key}`) || `${source}-dataset`;
    const { objectId, versions } = await this.#place(wanted, "dataset");
    this.#names.add(objectId);
    const isPresent = versions.some(({ val }) => isMembers(val) && val.rows === tableRef);
    const counted = isPresent ? "datasetsPresent" : "datasetsStored";
    this.#summary = {
      ...this.#summary,
      [counted]: this.#summary[counted] + 1,
      rows: this.#summary.rows + rowCount,
    };
    if (isPresent) return;
    await this.#service.publish(objectId, {
      _type: "Dataset",
      _class_name: "Dataset",
      _bases: ["Object", "BaseModel"],
      name: objectId,
      description: facts?.description ?? null,
      rows: tableRef,
      import: { source, name: shown, key },
    });
  }
}
