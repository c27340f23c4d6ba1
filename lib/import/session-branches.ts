/** The line that is above all others. */
const ROOT = "";

type Line = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Returns what a line follows: another line, the root, or null where the file does not say it. */
function parentOf({ type, parentUuid, logicalParentUuid, subtype, isCompactSummary }: Line): string | null {
  const parent = textOf(parentUuid) ?? textOf(logicalParentUuid);
  // A summary restarts a conversation, and contains what was before.
  const isCut = (type === "system" && subtype === "compact_boundary") || isCompactSummary === true;
  return parent ?? (parentUuid === null && !isCut ? ROOT : null);
}

/** The tree of a session's lines: a user who goes back to an earlier message begins a branch there. */
export class SessionBranches {
  readonly #parents = new Map<string, string | null>();
  readonly #withFollowers = new Set<string>();
  /** Messages of the user that the conversation still has. */
  #current: string[] = [];

  add(line: Line): void {
    const id = textOf(line.uuid);
    if (id === null || this.#parents.has(id)) return;
    const parent = parentOf(line);
    this.#parents.set(id, parent);
    if (parent !== null) this.#withFollowers.add(parent);
  }

  /** Adds a message of the user. Returns those that the user left by going back to ask this one. */
  rewoundBy(line: Line): readonly string[] {
    const id = textOf(line.uuid);
    if (id === null) return [];
    const path = new Set(this.#pathFrom(id));
    // Files without branches have all lines at the root, and nothing below their messages.
    const isShared = (one: string, above: string) =>
      path.has(above) && (above !== ROOT || this.#withFollowers.has(one));
    const rewound = this.#current.filter(
      (one) => !path.has(one) && this.#pathFrom(one).some((above) => isShared(one, above)),
    );
    this.#current = [...this.#current.filter((one) => !rewound.includes(one)), id];
    return rewound;
  }

  /** The line and all that it follows; the root is the last where the file has all of them. */
  #pathFrom(id: string): string[] {
    const path: string[] = [];
    const seen = new Set<string>();
    for (let at: string | null | undefined = id; typeof at === "string" && !seen.has(at); at = this.#parents.get(at)) {
      seen.add(at);
      path.push(at);
    }
    return path;
  }
}
