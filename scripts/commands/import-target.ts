import { projectId as projectIdSchema } from "@/lib/api/contract/scalars/scalars";
import type { ServiceAddress } from "./http/service-http";

/** The command line is invalid; the message is a sentence for the user. */
export class CommandLineError extends Error {
  override readonly name = "WrongCommandLine";
}

/** The project that a command imports into, and its service. */
export interface ImportTarget {
  readonly projectId: string;
  readonly address: ServiceAddress;
}

/** The options of a command line; undefined where they are not given. */
interface TargetOptions {
  readonly project?: string | undefined;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** The service and the key that apply without options. */
interface TargetDefaults {
  readonly serviceUrl: string;
  readonly key: string | undefined;
}

/** Reads the address of a service. @throws CommandLineError */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new CommandLineError(`${text} is not an http or https address.`);
  if (url.username || url.password)
    throw new CommandLineError("Give the key in HEDDLE_API_KEY, not inside the address.");
  return url;
}

/** Reads `--project`, `--url` and `--key`. @throws CommandLineError */
export function readTarget({ project = "", ...options }: TargetOptions, defaults: TargetDefaults): ImportTarget {
  if (!/^[^/\s]+\/[^/\s]+$/.test(project) || !projectIdSchema.safeParse(project).success) {
    throw new CommandLineError("The project is missing: --project entity/project.");
  }
  const key = options.key ?? defaults.key;
  if (!key) throw new CommandLineError("An API key is missing: set HEDDLE_API_KEY.");
  return { projectId: project, address: { url: readUrl(options.url ?? defaults.serviceUrl), key } };
}

/** Returns whether a command stopped because of its command line, as found here or by `parseArgs`. */
export function isCommandLineFault(error: unknown): error is Error {
  return error instanceof CommandLineError || (error instanceof TypeError && "code" in error);
}
