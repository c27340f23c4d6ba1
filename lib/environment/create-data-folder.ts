import { mkdirSync } from "node:fs";
import { errorMessage } from "@/lib/guard/error-message";

/**
 * Creates the data folder, which only its owner may read, unless it is there.
 *
 * @throws Error that names the folder: the system's own message names only the operation
 */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const message = `The data folder ${folder} cannot be created (${errorMessage(error)}). Is the disk writable? HEDDLE_DATA names another folder.`;
    throw new Error(message, { cause: error });
  }
}
