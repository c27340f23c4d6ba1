/** A mistake in the command line, the environment or a file of the user; the message says how to fix it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The environment of a program. */
export type Variables = Readonly<Record<string, string | undefined>>;
