import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import pino from "pino";
import { createDataFolder } from "@/lib/environment/create-data-folder";
import { type Environment, readEnvironment } from "@/lib/environment/environment";
import { errorMessage } from "@/lib/guard/error-message";
import { giveHeadersToAllAnswers } from "./http/answer-headers";
import { limitConnections } from "./http/connection-limits";
import { decodedBytesOfThisProcess } from "./kernel/bodies/decode-body";
import { RepeatedStep } from "./kernel/concurrency/repeated-step";
import { IdleCollection } from "./kernel/memory/idle-collection";
import { openService, type Service } from "./service";
import type { GrpcDoor, GrpcDoorOptions } from "./traces/otel/grpc/grpc-door";

/** Time for running requests to finish after the process is told to end; the launcher waits four seconds. */
const SHUTDOWN_TIMEOUT_MS = 3_000;

/**
 * Idle connections stay open longer than any client keeps one: a request on a connection that closes at the same moment
 * gets no response, and a write may not be repeated.
 */
const KEEP_ALIVE_MS = 75_000;

/** How often the process checks whether it is at rest. */
const REST_CHECK_MS = 10_000;

const log = pino({ name: "service", timestamp: pino.stdTimeFunctions.isoTime });

/** A failure that the user can fix is one sentence; a stack trace would only hide it. */
function exitWithError(error: unknown): never {
  console.error(errorMessage(error));
  process.exit(1);
}

/** The rest of the service works without it, so that a port that was taken meanwhile does not end it. */
async function openGrpc(environment: Environment, service: Service): Promise<GrpcDoor | null> {
  const { HEDDLE_HOST: host, HEDDLE_OTLP_GRPC_PORT: port = "off" } = environment;
  if (port === "off") return null;
  // A package of many files, which a start without this port does not read.
  const { openGrpcDoor } = await import("./traces/otel/grpc/grpc-door");
  try {
    const door = await openGrpcDoor({ host, port, tls: readTls(environment), ...service });
    log.info({ hostname: host, port: door.port }, "ready for OTLP over gRPC");
    return door;
  } catch (error) {
    log.error({ port, error: errorMessage(error) }, "OTLP over gRPC is off: its port cannot be used");
    return null;
  }
}

/** @throws Error that names the variable: the system's own message names only the file */
function readTls({ HEDDLE_OTLP_GRPC_CERT: cert, HEDDLE_OTLP_GRPC_KEY: key }: Environment): GrpcDoorOptions["tls"] {
  if (cert === undefined || key === undefined) return null;
  try {
    return { cert: readFileSync(cert), key: readFileSync(key) };
  } catch (error) {
    const message = `A file of HEDDLE_OTLP_GRPC_CERT and HEDDLE_OTLP_GRPC_KEY cannot be read (${errorMessage(error)}).`;
    throw new Error(message, { cause: error });
  }
}

async function main(): Promise<void> {
  const environment = readEnvironment();
  createDataFolder(environment.dataFolder);
  const service = await openService(environment, log, process.env);
  const { HEDDLE_HOST: hostname, HEDDLE_SERVICE_PORT: port } = environment;
  giveHeadersToAllAnswers(environment.publicServiceUrl);
  const grpcDoor = await openGrpc(environment, service);
  const server = serve({ fetch: service.fetch, hostname, port }, () => log.info({ hostname, port }, "ready"));
  server.once("error", exitWithError);
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
  if ("headersTimeout" in server) limitConnections(server);

  const collection = new IdleCollection({ everyMs: REST_CHECK_MS, decodedBytes: decodedBytesOfThisProcess });
  new RepeatedStep(
    () => collection.step(),
    REST_CHECK_MS,
    (error) => log.error({ error: errorMessage(error) }, "garbage was not collected"),
  );

  const end = (): void => {
    const grpcClosed = grpcDoor?.close(SHUTDOWN_TIMEOUT_MS);
    server.close(() => {
      Promise.resolve(grpcClosed)
        .then(() => service.close())
        .then(() => process.exit(0), exitWithError);
    });
    // Idle connections keep a server open forever, and a stream may take longer than the launcher waits.
    if ("closeIdleConnections" in server) server.closeIdleConnections();
    setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS).unref();
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}

main().catch(exitWithError);
