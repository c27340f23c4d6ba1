import { randomBytes } from "node:crypto";
import { createDataFolder } from "@/lib/environment/create-data-folder";
import { type Environment, readEnvironment } from "@/lib/environment/environment";
import { misspelledVariables } from "@/lib/environment/misspelled-variables";
import { restartMessage } from "@/lib/environment/service-restart";
import type { Installation } from "@/scripts/installation/command-text";
import { announce } from "./announcement";
import { chooseGrpcPort } from "./grpc-port";
import { LogScreen } from "./log-screen";
import { requireFreePort } from "./ports";
import { dashboardProgram, type Mode, serviceProgram } from "./programs";
import { prepareSetUp } from "./set-up";
import { type Supervised, supervise } from "./supervise";

/** Time limit of a clean stop. */
const TIMEOUT_MS = 8_000;

/**
 * Starts the programs of the mode, prints their addresses, and keeps them running until this process is asked to stop.
 *
 * @param installation decides the names of the commands in texts for the user
 * @throws Error with a sentence for the user: an invalid variable, a port in use, a program that did not start.
 */
export async function launch(mode: Mode, installation: Installation = "checkout"): Promise<void> {
  const environment = readEnvironment();
  for (const sentence of misspelledVariables(process.env)) process.stderr.write(`${sentence}\n`);
  createDataFolder(environment.dataFolder);
  await requirePorts(mode, environment, installation);
  const grpcPort = await chooseGrpcPort(environment, installation);
  const setUp = await prepareSetUp(mode, environment);

  const screen = new LogScreen(process.stderr);
  const running: Supervised[] = [];
  const stop = async (): Promise<void> => {
    // Ctrl-C reaches all programs at once: none may be restarted while another is stopped.
    for (const program of running) program.expectEnd();
    // The dashboard first: it calls the service, never the reverse.
    for (const program of running.toReversed()) await program.stop(TIMEOUT_MS / running.length);
  };
  const stopped = onStopRequest();
  // Who reads the output may end before this process does.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);

  const localToken = randomBytes(32).toString("hex");
  const dashboard = mode === "service" ? null : dashboardProgram(mode, environment, localToken);
  const others: Supervised[] = [];
  const service = supervise(serviceProgram(mode, environment, localToken, grpcPort), {
    ...screen.of("service"),
    // Pages say why the service does not respond, and when it is started again.
    onRestart: (restart) => {
      for (const other of others) other.tell(restartMessage(restart));
    },
  });
  if (dashboard !== null) others.push(supervise(dashboard, screen.of(dashboard.name)));
  running.push(service, ...others);

  try {
    const outcome = await Promise.race([Promise.all(running.map(({ ready }) => ready)), stopped]);
    if (outcome !== "stop") {
      screen.open();
      process.stdout.write(announce(mode, environment, { ...setUp, grpcPort }, installation));
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

async function requirePorts(mode: Mode, environment: Environment, installation: Installation): Promise<void> {
  const { HEDDLE_HOST: host } = environment;
  if (mode !== "service") await requireFreePort(host, environment.PORT, "PORT", installation);
  await requireFreePort(host, environment.HEDDLE_SERVICE_PORT, "HEDDLE_SERVICE_PORT", installation);
}

/**
 * Resolves at the first request to stop; further requests are ignored, since the stop is under way and limited in time.
 */
function onStopRequest(): Promise<"stop"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve("stop"));
  });
}
