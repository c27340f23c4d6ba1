import { readFile, rename, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { VOCABULARY } from "@/trainers/built-in/conversation/conversation-bytes";
import { LogLinearModel } from "./log-linear-model";

/** The name of a checkpoint's only file, in its folder. */
export const MODEL_FILE = "weights.model";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The first bytes of a checkpoint, with the version of the format. */
const MAGIC = "HEDDLE-LOGLINEAR-1\n";

/** A file that is not a checkpoint of the built-in trainer. */
export class BadCheckpointError extends Error {
  constructor(path: string, reason: string) {
    super(`${path} is not a checkpoint of the built-in trainer: ${reason}.`);
    this.name = "BadCheckpointError";
  }
}

/**
 * Stores a model: the magic line, a line with the number of rows, then the weights as little-endian 32-bit floats, all
 * compressed with gzip. The file appears complete or not at all.
 */
export async function writeCheckpoint(path: string, model: LogLinearModel): Promise<void> {
  const { buffer, byteOffset, byteLength } = model.weights;
  const head = Buffer.from(`${MAGIC}${model.rowCount}\n`);
  const body = await compress(Buffer.concat([head, Buffer.from(buffer, byteOffset, byteLength)]), { level: 1 });
  await writeFile(`${path}.part`, body);
  await rename(`${path}.part`, path);
}

/**
 * Reads a model that `writeCheckpoint` stored.
 *
 * @throws BadCheckpointError when the file is something else
 */
export async function readCheckpoint(path: string): Promise<LogLinearModel> {
  const packed = await readFile(path);
  const bytes = await decompress(packed).catch(() => {
    throw new BadCheckpointError(path, "it is not compressed");
  });
  if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw new BadCheckpointError(path, "it has a different header");
  const end = bytes.indexOf(0x0a, MAGIC.length);
  const rowCount = Number(bytes.toString("latin1", MAGIC.length, end));
  const weights = bytes.subarray(end + 1);
  if (weights.length !== rowCount * VOCABULARY * Float32Array.BYTES_PER_ELEMENT) {
    throw new BadCheckpointError(path, `it should contain ${rowCount} rows of weights`);
  }
  return new LogLinearModel(rowCount, new Float32Array(new Uint8Array(weights).buffer));
}
