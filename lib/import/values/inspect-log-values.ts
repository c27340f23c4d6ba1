import { isMembers, type Members } from "@/lib/json/value/members";
import type { FileValue } from "./file-value";
import { readFileValues } from "./file-values";
import { ImportFileError } from "./import-file-error";
import { type ZipEntry, type ZipSource, zipContent, zipEntries } from "./zip-entries";

const HEADER = "header.json";
/** All that there is of the header while an evaluation runs, and after a crash. */
const START = "_journal/start.json";
const SAMPLE = /^samples\/.*\.json$/;

/**
 * Yields the parts of an Inspect log in an archive (`.eval`) as values of an import: its header, then each sample with
 * what the header says of the evaluation. One sample is in memory at a time.
 *
 * @throws ImportFileError when the archive is damaged, or is no log of Inspect
 */
export async function* inspectLogValues(source: ZipSource): AsyncGenerator<FileValue> {
  const entries = await zipEntries(source);
  const header = entries.find(({ name }) => name === HEADER) ?? entries.find(({ name }) => name === START);
  if (header === undefined) {
    throw new ImportFileError(
      "The file is a ZIP archive, of which only logs of Inspect are read: unpack it, and import its files.",
    );
  }
  const found = await contentOf(source, header);
  if (found.kind === "unreadable" || !isMembers(found.value) || !isMembers(found.value.eval)) {
    throw new ImportFileError(`${header.name} in the archive is not the header of an Inspect log.`);
  }
  const log: Members = { status: "started", ...found.value };
  yield { ...found, value: { inspect_log: log } };
  for (const entry of entries) {
    if (!SAMPLE.test(entry.name)) continue;
    const sample = await contentOf(source, entry);
    if (sample.kind === "unreadable") yield sample;
    else yield { ...sample, value: { inspect_eval: log.eval, inspect_sample: sample.value } };
  }
}

async function contentOf(source: ZipSource, entry: ZipEntry): Promise<FileValue> {
  const filePosition = entry.name;
  const text = new TextDecoder().decode(await zipContent(source, entry));
  async function* whole() {
    yield text;
  }
  for await (const value of readFileValues(whole())) return { ...value, filePosition };
  return { kind: "unreadable", filePosition, reason: "It has no value." };
}
