import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of the services that test files share in a run, by the process that started its workers. */
export const sharedFolder = (pid: number): string => join(tmpdir(), `heddle-shared-${pid}`);

/** Called by Vitest at the end of a run, when the workers have ended. */
export function teardown(): void {
  rmSync(sharedFolder(process.pid), { recursive: true, force: true });
}
