import { spawn } from "node:child_process";
import type { Variables } from "@/lib/api/server/mcp/program/usage-error";

/**
 * Returns the program that opens an address in the user's browser, with its arguments; null where there is no screen, as
 * on a machine that was reached with SSH.
 */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform,
  variables: Variables,
): readonly [program: string, ...args: string[]] | null {
  if (variables.SSH_CONNECTION && !variables.DISPLAY) return null;
  if (platform === "darwin") return ["open", url];
  // Not `start`: the shell would read the & of an address.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return variables.DISPLAY || variables.WAYLAND_DISPLAY ? ["xdg-open", url] : null;
}

/** Opens an address in the user's browser. @returns false where there is none */
export async function openPage(
  url: string,
  platform: NodeJS.Platform = process.platform,
  variables: Variables = process.env,
): Promise<boolean> {
  const command = browserCommand(url, platform, variables);
  if (command === null) return false;
  const [program, ...args] = command;
  return await new Promise((resolve) => {
    const child = spawn(program, args, { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
