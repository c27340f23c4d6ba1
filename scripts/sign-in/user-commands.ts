import { NotReachedError } from "@/lib/api/server/mcp/program/oauth-request";
import { UsageError } from "@/lib/api/server/mcp/program/usage-error";
import { errorMessage } from "@/lib/guard/error-message";
import { SignInFailedError } from "./device-sign-in";
import { LOGIN_USAGE, loginCommand } from "./login-command";
import { LOGOUT_USAGE, logoutCommand } from "./logout-command";
import { OPEN_USAGE, openCommand } from "./open-command";
import type { Surroundings } from "./surroundings";
import { WHOAMI_USAGE, whoamiCommand } from "./whoami-command";

interface UserCommand {
  readonly usage: string;
  readonly run: (args: string[], surroundings: Surroundings) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, UserCommand>> = {
  login: { usage: LOGIN_USAGE, run: loginCommand },
  logout: { usage: LOGOUT_USAGE, run: logoutCommand },
  whoami: { usage: WHOAMI_USAGE, run: whoamiCommand },
  open: { usage: OPEN_USAGE, run: openCommand },
};

const FAILED = 1;
const WRONG_USAGE = 2;
const NOT_REACHED = 3;

const CODES = [
  [UsageError, WRONG_USAGE],
  [NotReachedError, NOT_REACHED],
  [SignInFailedError, FAILED],
] as const;

/** Runs a command with the codes of the commands that read a dashboard. @returns the exit code */
export async function runUserCommand([word = "", ...args]: string[], surroundings: Surroundings): Promise<number> {
  const { errors, signal } = surroundings;
  const command = COMMANDS[word];
  if (command === undefined) throw new TypeError(`There is no command ${word}`);
  try {
    return await command.run(args, surroundings);
  } catch (error) {
    if (signal.aborted) return FAILED;
    // Of `parseArgs`, which has no class of its own.
    const isWrongOption = error instanceof TypeError && "code" in error;
    const code = isWrongOption ? WRONG_USAGE : CODES.find(([kind]) => error instanceof kind)?.[1];
    if (code === undefined) throw error;
    errors.write(`${errorMessage(error)}\n${isWrongOption ? `\n${command.usage}` : ""}`);
    return code;
  }
}
