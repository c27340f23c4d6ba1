import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BaseModel, trainBaseModel } from "./base-model";
import { readCheckpoint, writeCheckpoint } from "./checkpoint-file";
import type { LogLinearModel } from "./log-linear-model";

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/**
 * Loads a base model from its folder, or creates it and stores it there.
 *
 * @param folder is created if it is missing
 */
export async function readBaseModel(folder: string, name: BaseModel): Promise<LogLinearModel> {
  const path = join(folder, `${name.replace("/", "-")}.model`);
  try {
    return await readCheckpoint(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const model = await trainBaseModel(name);
  await mkdir(folder, { recursive: true });
  await writeCheckpoint(path, model);
  return model;
}
