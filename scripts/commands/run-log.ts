import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { RunRequest } from "@/lib/import/runs/run-requests";
import { type FolderFile, findFiles } from "./folder-files";

type Printed = NonNullable<RunRequest["printed"]>;

/** Services store 4 MiB of a log; marks in place of secrets may be longer than these. */
const MAX_LOG_BYTES = 3.5 * 1024 * 1024;
const MAX_PART_BYTES = 512 * 1024;

const NEWLINE = 0x0a;
const IS_LOG = /(?:\.(?:log|out)|(?:^|[/\\])(?:std)?out(?:put)?\.txt)$/i;
/** Logs of the loggers themselves. */
const IS_OF_LOGGER = /debug|internal|events/i;
/** The names that programs and shells usually give what a trainer prints, in order of precedence. */
const USUAL = [/^output\.log$/i, /train/i, /^(?:main|run)\b/i, /std|out/i];

const rankOf = ({ path }: FolderFile) => {
  const rank = USUAL.findIndex((name) => name.test(basename(path)));
  return rank < 0 ? USUAL.length : rank;
};

/** Returns the file below a run's folder that its trainer printed to: the usual name, then the largest; null for none. */
export async function findRunLog(folder: string): Promise<FolderFile | null> {
  if (!(await stat(folder)).isDirectory()) return null;
  const found = await findFiles(folder, (path) => IS_LOG.test(path) && !IS_OF_LOGGER.test(basename(path)));
  const filled = found.filter(({ bytes }) => bytes > 0);
  return filled.sort((left, right) => rankOf(left) - rankOf(right) || right.bytes - left.bytes)[0] ?? null;
}

/**
 * Reads whole lines of a log from a byte on, in parts; from its beginning, only the end of a long one.
 *
 * @param isFollowed leaves out the last line while it has no end
 */
export async function* readLogParts(
  { path, bytes }: FolderFile,
  from: number,
  isFollowed: boolean,
): AsyncGenerator<Printed & { readonly end: number }, void, void> {
  const start = Math.max(from, bytes - MAX_LOG_BYTES);
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(bytes - start), 0, bytes - start, start);
    // A log that is read from its middle begins with the rest of a line.
    let at = start === from ? 0 : buffer.indexOf(NEWLINE) + 1;
    const last = isFollowed ? buffer.lastIndexOf(NEWLINE) + 1 : buffer.length;
    while (at < last) {
      const wanted = Math.min(last, at + MAX_PART_BYTES);
      const line = wanted === last ? last : buffer.lastIndexOf(NEWLINE, wanted - 1) + 1;
      const end = line > at ? line : wanted;
      yield { at: start + at, text: buffer.toString("utf8", at, end), end: start + end };
      at = end;
    }
  } finally {
    await file.close();
  }
}
