import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { type Environment, readEnvironment } from "@/lib/environment/environment";
import { announce } from "./announcement";
import { LogScreen } from "./log-screen";
import { requireFreePort } from "./ports";
import { dashboardProgram, type Mode, serviceProgram } from "./programs";
import { prepareSetUp } from "./set-up";
import { type Supervised, supervise } from "./supervise";

/** A stop is clean within ten seconds in all. */
const TIMEOUT_MS = 8_000;

/**
 * Starts what the mode asks for, tells where it is, and keeps it running until this process is told to stop.
 *
 * @throws Error with a sentence for a person: a wrong variable, a taken port, a program that did not come up.
 */
export async function launch(mode: Mode): Promise<void> {
  const environment = readEnvironment();
  mkdirSync(environment.dataFolder, { recursive: true, mode: 0o700 });
  await requirePorts(mode, environment);
  const setUp = await prepareSetUp(mode, environment);

  const screen = new LogScreen(process.stderr);
  const running: Supervised[] = [];
  const stop = async (): Promise<void> => {
    // The dashboard first: it asks the service, never the other way round.
    for (const program of running.toReversed()) await program.stop(TIMEOUT_MS / running.length);
  };
  const stopped = onStopRequest();

  const localToken = randomBytes(32).toString("hex");
  const programs = [serviceProgram(mode, environment, localToken)];
  if (mode !== "service") programs.push(dashboardProgram(mode, environment, localToken));
  for (const program of programs) running.push(supervise(program, screen.of(program.name)));

  try {
    const outcome = await Promise.race([Promise.all(running.map(({ ready }) => ready)), stopped]);
    if (outcome !== "stop") {
      screen.open();
      process.stdout.write(announce(mode, environment, setUp));
      await stopped;
    }
  } catch (error) {
    screen.open();
    await stop();
    throw error;
  }
  process.stderr.write("\nStopping …\n");
  await stop();
  process.exit(0);
}

async function requirePorts(mode: Mode, environment: Environment): Promise<void> {
  const { HEDDLE_HOST: host } = environment;
  if (mode !== "service") await requireFreePort(host, environment.PORT, "PORT");
  await requireFreePort(host, environment.HEDDLE_SERVICE_PORT, "HEDDLE_SERVICE_PORT");
}

/** Resolves at the first request to end; further ones are ignored, since the end is under way and bounded in time. */
function onStopRequest(): Promise<"stop"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve("stop"));
  });
}
