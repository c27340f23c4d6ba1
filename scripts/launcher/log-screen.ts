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
 * Shows the output of the programs.
 *
 * In a terminal, ordinary log lines are hidden and warnings become a sentence. Elsewhere (a container, a file), a
 * machine reads the output, so every line passes unchanged. In a terminal nothing is shown until `open`, so that the
 * addresses come first; the stored lines are then shown, since they may explain why a start failed. Only what delays the
 * start, an entry with `isProgress`, is shown at once.
 */
export class LogScreen {
  readonly #screen: Screen;
  readonly #isForPeople: boolean;
  #bufferedLines: string[] | undefined;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#isForPeople = screen.isTTY === true;
    this.#bufferedLines = this.#isForPeople ? [] : undefined;
  }

  of(program: string): Watch {
    return {
      onLine: (line) => {
        const entry = this.#isForPeople ? parseEntry(line) : undefined;
        if (entry?.isProgress === true) {
          this.#screen.write(`${program}  ${entry.msg ?? ""}\n`);
          return;
        }
        const shown = this.#isForPeople ? sentenceOf(line) : line;
        if (shown !== undefined) this.#show(this.#isForPeople ? `${program}  ${shown}` : shown);
      },
      onNotice: (notice) => this.#show(notice),
    };
  }

  /** From now on lines are shown as they arrive. */
  open(): void {
    const lines = this.#bufferedLines ?? [];
    this.#bufferedLines = undefined;
    for (const line of lines) this.#show(line);
  }

  #show(line: string): void {
    if (this.#bufferedLines === undefined) this.#screen.write(`${line}\n`);
    else if (this.#bufferedLines.push(line) > MAX_BUFFERED_LINES) this.#bufferedLines.shift();
  }
}

/** A log line in readable form, or undefined when it is not worth showing. */
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

/** Next's own greeting, which repeats the address in a form that users do not use. */
function isBanner(line: string): boolean {
  return /^(?:▲ Next\.js|\s*- (?:Local|Network|Environments?):|\s*✓ (?:Starting|Ready))/.test(line);
}

interface Entry {
  readonly level: number;
  readonly msg?: string;
  readonly isProgress?: boolean;
  readonly err?: unknown;
  readonly error?: unknown;
}

function parseEntry(line: string): Entry | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    // Not a log entry: shown unchanged.
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
