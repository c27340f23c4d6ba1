import { open } from "node:fs/promises";

/** The size up to which the signals of a job are read; some 500,000 tokens. */
export const MAX_SIGNAL_BYTES = 16 * 1024 * 1024;

const LINE_END = 0x0a;

/**
 * Returns the lines of a file of signals that belong to a trajectory, as they were written: each is a JSON object that
 * begins with its `group` and `trajectory`. Empty without a file; a line that was cut off is left out.
 */
export async function readSignalLines(path: string, group: number, trajectory: number): Promise<readonly string[]> {
  const text = await readBeginning(path);
  const start = Buffer.from(`{"group":${group},"trajectory":${trajectory},`);
  const lines: string[] = [];
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
    const end = text.indexOf(LINE_END, at);
    if (end < 0) break;
    const line = text.toString("utf8", at, end);
    if ((at === 0 || text[at - 1] === LINE_END) && isJson(line)) lines.push(line);
  }
  return lines;
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return Buffer.alloc(0);
  try {
    const size = Math.min(MAX_SIGNAL_BYTES, (await file.stat()).size);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
