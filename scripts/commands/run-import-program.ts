import { readEnvironment } from "@/lib/environment/environment";
import { errorMessage } from "@/lib/guard/error-message";
import type { SourceKeys } from "./import-api";

/** What a command that sends to a service finds around it. */
interface ImportSurroundings {
  /** The embedded service of this machine, and the key for it; both can be replaced by options. */
  readonly serviceUrl: string;
  readonly key: string | undefined;
  /** The keys for other services that are read. */
  readonly sourceKey: string | undefined;
  readonly sourceKeys: SourceKeys;
  /** The project and the run that the loggers of training runs log to. */
  readonly project: string | undefined;
  readonly run: string | undefined;
  readonly out: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly signal: AbortSignal;
}

/** Runs a command with the arguments of this process, whose exit code is the command's; 1 with a sentence if it fails. */
export async function runImportProgram(
  command: (args: string[], surroundings: ImportSurroundings) => Promise<number>,
): Promise<void> {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => controller.abort(new Error("Stopped.")));
  }
  try {
    process.exitCode = await command(process.argv.slice(2), {
      serviceUrl: process.env.HEDDLE_SERVICE_URL || readEnvironment().serviceUrl,
      project: process.env.HEDDLE_PROJECT || undefined,
      run: process.env.HEDDLE_RUN || undefined,
      key: process.env.HEDDLE_API_KEY ?? process.env.WANDB_API_KEY,
      sourceKey: process.env.HEDDLE_SOURCE_KEY || undefined,
      sourceKeys: {
        langfuse: { publicKey: process.env.LANGFUSE_PUBLIC_KEY, secretKey: process.env.LANGFUSE_SECRET_KEY },
        langsmith: { key: process.env.LANGSMITH_API_KEY, workspaceId: process.env.LANGSMITH_WORKSPACE_ID },
      },
      out: process.stdout,
      errors: process.stderr,
      signal: controller.signal,
    });
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}
