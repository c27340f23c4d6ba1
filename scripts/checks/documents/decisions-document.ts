/** A decision, as the head of its file says it. */
interface Decision {
  readonly file: string;
  readonly number: number;
  readonly title: string;
  /** One line, such as "accepted, November 2026. Adds to 0009." */
  readonly status: string;
  /** The decisions that the status names. */
  readonly named: readonly number[];
}

const INTRODUCTION = `# Decisions

What was decided, with the question, the reasons, the measurements and what was not chosen. A decision is not edited when a later
one changes it: the later one says so in its status, and the last column leads to it. This list is generated from the heads of
the files by \`npm run verify -- --write\`; do not edit it.

| | decision | status | later decisions about it |
| --- | --- | --- | --- |`;

const UNUSED = `A number is given to work before it begins. This work ended without
a decision that needed a record, or is not finished: no file with such a number was removed, and none of them is given again.`;

const HEAD = /^# (\d+)\. (.+)\n\nStatus: ((?:.+\n)+)/;

/** Four digits that begin the name of a file: 2026 is no decision. */
const NAMED = /\b(0\d{3}|1\d{3})\b/g;

function decisionOf(file: string, text: string): Decision | null {
  const [, number, title = "", lines = ""] = HEAD.exec(text) ?? [];
  if (number === undefined || Number(file.slice(0, 4)) !== Number(number)) return null;
  const status = lines.trim().replaceAll("\n", " ");
  const named = [...status.matchAll(NAMED)].map(([, each]) => Number(each));
  return { file, number: Number(number), title, status, named: [...new Set(named)] };
}

/** Four digits in a status, as a link; those inside a link or a path stay. */
function linked(status: string, byNumber: ReadonlyMap<number, Decision>): string {
  return status.replace(/(?<![(/])\b(0\d{3}|1\d{3})\b/g, (digits) => {
    const found = byNumber.get(Number(digits));
    return found === undefined ? digits : `[${found.number}](${found.file})`;
  });
}

/** The numbers below the highest that no file has. */
function unusedNumbers(byNumber: ReadonlyMap<number, Decision>): readonly number[] {
  const highest = Math.max(0, ...byNumber.keys());
  return Array.from({ length: highest }, (_, index) => index + 1).filter((number) => !byNumber.has(number));
}

/** Returns the files whose head cannot be read: a number that is the file's, a title and a status. */
export function unreadableDecisions(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].filter(([file, text]) => decisionOf(file, text) === null).map(([file]) => file);
}

/** Returns the index of decisions. @param texts of the decisions, by the names of their files */
export function decisionsDocument(texts: ReadonlyMap<string, string>): string {
  const decisions = [...texts].toSorted().flatMap(([file, text]) => decisionOf(file, text) ?? []);
  const byNumber = new Map(decisions.map((decision) => [decision.number, decision]));
  const rows = decisions.map(({ file, number, title, status }) => {
    const later = decisions.filter((other) => other.number > number && other.named.includes(number));
    const links = later.map((other) => `[${other.number}](${other.file})`).join(", ");
    return `| ${number} | [${title}](${file}) | ${linked(status, byNumber)} | ${links} |`;
  });
  const unused = unusedNumbers(byNumber);
  const rest = unused.length === 0 ? "" : `\n## Numbers without a decision\n\n${unused.join(", ")}. ${UNUSED}\n`;
  return `${[INTRODUCTION, ...rows].join("\n")}\n${rest}`;
}
