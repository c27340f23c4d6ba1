import { createServer } from "node:net";
import { commandText, type Installation } from "@/scripts/installation/command-text";

/**
 * Makes sure that a program's port is free before the program starts.
 *
 * @param variable the environment variable that chooses this port, named in the error.
 * @throws Error that names the port and how to choose another.
 */
export async function requireFreePort(
  host: string,
  port: number,
  variable: string,
  installation: Installation = "checkout",
): Promise<void> {
  const code = await tryToListen(host, port);
  if (code === undefined) return;
  throw new Error(explain(code, host, port, variable, installation));
}

/** True when a program of this user can listen on the port. */
export async function isFreePort(host: string, port: number): Promise<boolean> {
  return (await tryToListen(host, port)) === undefined;
}

function explain(code: string, host: string, port: number, variable: string, installation: Installation): string {
  const start = commandText("start", installation);
  const another = `Choose another with ${variable}, for example: ${variable}=${suggestPort(port)} ${start}`;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use, perhaps by another Heddle. ${another}`;
    case "EACCES":
      return `Port ${port} on ${host} may not be used by this user. ${another}`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}. Set HEDDLE_HOST to one of its addresses, or unset it to use 127.0.0.1.`;
    default:
      return `Could not listen on ${host} port ${port} (${code}).`;
  }
}

function suggestPort(port: number): number {
  return port + 10 <= 65_535 ? port + 10 : port - 10;
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
