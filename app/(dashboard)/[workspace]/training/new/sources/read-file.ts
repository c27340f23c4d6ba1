import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { decodeText } from "@/lib/import/decode-text";
import { bytesOf } from "@/lib/import/file-bytes";
import { readFileValues } from "@/lib/import/values/file-values";
import { ImportFileError } from "@/lib/import/values/import-file-error";
import { isMembers, type Members } from "@/lib/json/value/members";
import { type Collected, TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import { isMessageLike, type ReadProblem, readTrainingValue } from "@/lib/training/trajectories/read-value";

/** Texts are passed on in pieces of this size. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The result of a part of a file. */
export interface FilePart extends Collected {
  readonly problems: readonly ReadProblem[];
  /** `experimental_config`, if the file is a request. */
  readonly config?: Members;
}

/** A file to read, and the id of the source that it becomes. */
export interface FileRequest {
  readonly file: File;
  readonly source: string;
}

/** A part of a file, and how much of the file was read by then. */
export interface ReadPart {
  readonly part: FilePart;
  readonly readBytes: number;
}

/**
 * Reads the trajectories of a file part by part: lines of JSON, a list, or one request body.
 *
 * @param source makes the ids of its groups unique
 * @throws ImportFileError when nothing of the file can be read
 */
export async function* readTrainingFile(
  file: Blob,
  source: string,
  onBytes: (count: number) => void,
): AsyncGenerator<FilePart> {
  const collector = new TrajectoryCollector(source);
  let problems: ReadProblem[] = [];
  let config: Members | null = null;
  const messages: unknown[] = [];
  for await (const item of readFileValues(decodeText(bytesOf(file, onBytes)))) {
    if (item.kind === "unreadable") problems.push({ place: item.filePosition, reason: item.reason });
    else if (isMessageLike(item.value)) messages.push(item.value);
    else {
      const read = readTrainingValue(item.value, item.filePosition);
      for (const group of read.groups) collector.add(group);
      problems.push(...read.problems);
      config ??= configOf(item.value);
    }
    if (collector.size < PIECE_BYTES) continue;
    yield { ...collector.flush(), problems };
    problems = [];
  }
  // A file whose entries are messages is one conversation.
  if (messages.length > 0) for (const group of readTrainingValue(messages, "the file").groups) collector.add(group);
  const last = { ...collector.flush(), problems };
  yield config === null ? last : { ...last, config };
}

/** Returns the settings of a request besides its groups; null for anything else. */
function configOf(value: unknown): Members | null {
  if (!isMembers(value) || !("trajectory_groups" in value) || !isMembers(value.experimental_config)) return null;
  return JSON.parse(stringifyJson(value.experimental_config));
}

/** Returns the message of a failed read. */
export function reasonOf(error: unknown): string {
  if (error instanceof ImportFileError) return error.message;
  return `The file cannot be read: ${errorMessage(error)}`;
}
