import { createHash } from "node:crypto";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Of version 7, which begins with a time. */
const TIMED_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** What changes when a project is imported. */
export interface NewNames {
  readonly from: string;
  readonly to: string;
  /** The ids of records that get new ones; empty when all keep theirs. */
  readonly ids: ReadonlySet<string>;
}

/**
 * Changes names of a project in what was stored under another: refs (`weave:///entity/project/…`), names of checkpoints
 * (`wandb-artifact:///entity/project/…`), and ids of records. All other text stays as it is.
 *
 * Digests stay, too: they are names that other values refer to.
 */
export class Renaming {
  readonly #names: NewNames;
  /** A ref or a checkpoint of the project, also in JSON that escapes slashes. */
  readonly #address: RegExp | null;
  readonly #quoted: RegExp | null;

  constructor(names: NewNames) {
    this.#names = names;
    const isRenamed = names.from !== names.to;
    const [entity, project] = names.from.split("/").map(escaped);
    this.#address = isRenamed
      ? new RegExp(`((?:weave|wandb-artifact):(?:\\\\?/){3})${entity}(\\\\?/)${project}(?=\\\\?/)`, "g")
      : null;
    this.#quoted = isRenamed ? new RegExp(`"${entity}\\\\?/${project}"`, "g") : null;
  }

  get projectId(): string {
    return this.#names.to;
  }

  /** Returns a text that users wrote or Heddle stored, with the new names. */
  text(text: string): string {
    const [entity, project] = this.#names.to.split("/");
    const renamed =
      this.#address === null
        ? text
        : text.replace(this.#address, (_all, scheme, slash) => `${scheme}${entity}${slash}${project}`);
    if (this.#names.ids.size === 0) return renamed;
    return renamed.replace(UUID, (id) => (this.#names.ids.has(id) ? this.id(id) : id));
  }

  /** The same for a record of Heddle's own, which also names its project as a value of JSON. */
  record(text: string): string {
    const renamed = this.#quoted === null ? text : text.replace(this.#quoted, `"${this.#names.to}"`);
    return this.text(renamed);
  }

  /** Returns the id that a record gets: the same whenever the same file is imported into the same project. */
  id(id: string): string {
    if (this.#names.ids.size === 0) return id;
    const sum = createHash("sha256").update(`${this.#names.to}\n${id}`).digest("hex");
    // The time in an id stays, by which some are sorted.
    const isTimed = TIMED_UUID.test(id);
    const first = isTimed ? id.slice(0, 13) : `${sum.slice(32, 40)}-${sum.slice(40, 44)}`;
    return `${first}-${isTimed ? 7 : 8}${sum.slice(0, 3)}-8${sum.slice(3, 6)}-${sum.slice(6, 18)}`;
  }
}
