import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BaseModel, trainBaseModel } from "./base-model";
import { readCheckpoint, writeCheckpoint } from "./checkpoint-file";
import type { LogLinearModel } from "./log-linear-model";

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/**
 * A base model, from the folder where it is kept or made now and kept there.
 *
 * @param folder is made where it is missing
 */
export async function readBaseModel(folder: string, name: BaseModel): Promise<LogLinearModel> {
  const path = join(folder, `${name.replace("/", "-")}.model`);
  try {
    return await readCheckpoint(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const model = trainBaseModel(name);
  await mkdir(folder, { recursive: true });
  await writeCheckpoint(path, model);
  return model;
}
