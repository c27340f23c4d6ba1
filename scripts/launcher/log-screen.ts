import type { Watch } from "./supervise";

const WARNING = 40;
const LEVEL_NAMES = new Map([
  [40, "warning"],
  [50, "error"],
  [60, "fatal"],
]);
const MAX_BUFFERED_LINES = 200;

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Shows what the programs write.
 *
 * In a terminal a person reads: ordinary log lines are left out and warnings become a sentence. Elsewhere (a container,
 * a file) a machine reads: every line passes as it is. In a terminal nothing is shown until `open`, so that the
 * addresses come first; what was kept is then shown, since it may say why a start failed.
 */
export class LogScreen {
  readonly #screen: Screen;
  readonly #isForPeople: boolean;
  #kept: string[] | undefined;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#isForPeople = screen.isTTY === true;
    this.#kept = this.#isForPeople ? [] : undefined;
  }

  of(program: string): Watch {
    return {
      onLine: (line) => {
        const shown = this.#isForPeople ? sentenceOf(line) : line;
        if (shown !== undefined) this.#show(this.#isForPeople ? `${program}  ${shown}` : shown);
      },
      onNotice: (notice) => this.#show(notice),
    };
  }

  /** From now on lines are shown as they come. */
  open(): void {
    const kept = this.#kept ?? [];
    this.#kept = undefined;
    for (const line of kept) this.#show(line);
  }

  #show(line: string): void {
    if (this.#kept === undefined) this.#screen.write(`${line}\n`);
    else if (this.#kept.push(line) > MAX_BUFFERED_LINES) this.#kept.shift();
  }
}

/** A log line as a person reads it, or undefined when it is not worth a place on the screen. */
function sentenceOf(line: string): string | undefined {
  if (line.trim() === "" || isBanner(line)) return undefined;
  const entry = parseEntry(line);
  if (entry === undefined) return line;
  if (entry.level < WARNING) return undefined;
  const { level, msg, err, error } = entry;
  const cause = messageOf(err) ?? messageOf(error);
  return [LEVEL_NAMES.get(level) ?? `level ${level}`, msg, cause === msg ? undefined : cause]
    .filter((part) => part !== undefined && part !== "")
    .join("  ");
}

/** Next's own greeting, which names the address a second time and not as a person reaches it. */
function isBanner(line: string): boolean {
  return /^(?:▲ Next\.js|\s*- (?:Local|Network|Environments?):|\s*✓ (?:Starting|Ready))/.test(line);
}

interface Entry {
  readonly level: number;
  readonly msg?: string;
  readonly err?: unknown;
  readonly error?: unknown;
}

function parseEntry(line: string): Entry | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    // Not a log entry: a person may want to see it as it is.
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "level" in value && typeof value.level === "number";
}

function messageOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const hasMessage = typeof value === "object" && value !== null && "message" in value;
  return hasMessage && typeof value.message === "string" ? value.message : undefined;
}
