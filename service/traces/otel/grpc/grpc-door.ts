import {
  logVerbosity,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerUnaryCall,
  type ServiceDefinition,
  type StatusObject,
  type sendUnaryData,
  setLogVerbosity,
  status,
} from "@grpc/grpc-js";
import { otelOperations } from "@/lib/api/contract/calls/otel-operations";
import { FairTurns } from "@/service/kernel/concurrency/fair-turns";
import { asServiceError } from "@/service/kernel/errors/as-service-error";
import { decodeStatusMessage, encodeRetryStatus, PROTOBUF } from "@/service/traces/otel/otlp-messages";
import { grpcStatusOf } from "./grpc-status";

/** The collector's services, and the operation that each one calls. */
const SERVICES = [
  { name: "trace.v1.TraceService", operation: otelOperations["otel.exportTraces"] },
  { name: "logs.v1.LogsService", operation: otelOperations["otel.exportLogs"] },
  { name: "metrics.v1.MetricsService", operation: otelOperations["otel.exportMetrics"] },
] as const;

/** Messages that are received at the same time from one sender: they are in memory before they are checked. */
const MAX_RECEIVING = 4;

/** Of one connection; further calls of it wait at the client. */
const MAX_STREAMS = 100;

export interface GrpcDoorOptions {
  readonly host: string;
  readonly port: number;
  /** The certificate chain and its key, in PEM; null for plain text. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  /** Answers the same request over HTTP: with its checks, limits and records. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Returns the name of the sender. @throws ServiceError when no valid key is sent */
  readonly authenticate: (headers: Headers) => Promise<{ readonly userId: string }>;
}

export interface GrpcDoor {
  readonly port: number;
  /** Takes no more calls, and waits for those that run; afterwards they are ended. Connections are not waited for. */
  close(timeoutMs: number): Promise<void>;
}

type ExportCall = ServerUnaryCall<Buffer, Buffer>;

const bytesOf = (bytes: Buffer) => bytes;

function definitionOf(name: string): ServiceDefinition {
  const path = `/opentelemetry.proto.collector.${name}/Export`;
  const types = { requestSerialize: bytesOf, requestDeserialize: bytesOf, responseSerialize: bytesOf };
  return { Export: { path, requestStream: false, responseStream: false, ...types, responseDeserialize: bytesOf } };
}

/** The headers of the same request over HTTP. Binary metadata has no place there. */
function headersOf(metadata: Metadata): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(metadata.getMap())) {
    if (typeof value === "string" && !name.startsWith("grpc-")) headers.set(name, value);
  }
  headers.set("content-type", PROTOBUF);
  return headers;
}

function statusOfFailure(error: unknown): Partial<StatusObject> {
  const known = asServiceError(error);
  const details = known?.message ?? "Internal server error";
  return { code: grpcStatusOf(known?.status ?? 500), details };
}

function statusOfResponse(response: Response, bytes: Buffer): Partial<StatusObject> {
  const code = grpcStatusOf(response.status);
  const details = decodeStatusMessage(bytes);
  const seconds = Number(response.headers.get("retry-after"));
  const metadata = new Metadata();
  if (seconds > 0) metadata.set("grpc-status-details-bin", Buffer.from(encodeRetryStatus(code, details, seconds)));
  return { code, details, metadata };
}

/** Checks the key of a call, and lets it wait for its turn, before its message is read. */
function admission({ authenticate }: GrpcDoorOptions): ServerInterceptor {
  const turns = new FairTurns({ requests: MAX_RECEIVING });
  return (_method, call) => {
    const ended = new AbortController();
    let endTurn: () => void = () => undefined;
    const admit = async (metadata: Metadata) => {
      const { userId } = await authenticate(headersOf(metadata));
      endTurn = await turns.take(userId, { bytes: 0, rows: 0 }, ended.signal);
      if (ended.signal.aborted) endTurn();
    };
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) =>
            void admit(metadata).then(
              () => proceed(metadata),
              (error: unknown) => call.sendStatus({ code: status.UNKNOWN, details: "", ...statusOfFailure(error) }),
            ),
          // Called at the end of every call.
          onCancel() {
            ended.abort();
            endTurn();
          },
        }),
    });
  };
}

async function forward(path: string, call: ExportCall, fetch: GrpcDoorOptions["fetch"]): Promise<Buffer> {
  const stopped = new AbortController();
  call.once("cancelled", () => stopped.abort());
  const body = new Uint8Array(call.request);
  const headers = headersOf(call.metadata);
  const request = new Request(`http://localhost${path}`, { method: "POST", headers, body, signal: stopped.signal });
  const response = await fetch(request);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw statusOfResponse(response, bytes);
  return bytes;
}

/**
 * Opens a port for OpenTelemetry over gRPC (OTLP/gRPC, opentelemetry-proto 1.x). Each call becomes the request of
 * OTLP over HTTP, so that both have the same checks, limits and responses; the size of a message is limited like that of
 * a body.
 *
 * @throws Error with the system's code in its message when the port cannot be used.
 */
export async function openGrpcDoor(options: GrpcDoorOptions): Promise<GrpcDoor> {
  // Its failures are those that are thrown or sent here.
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server({
    "grpc.max_receive_message_length": otelOperations["otel.exportTraces"].limits.requestBytes,
    "grpc.max_concurrent_streams": MAX_STREAMS,
    interceptors: [admission(options)],
  });
  for (const { name, operation } of SERVICES) {
    server.addService(definitionOf(name), {
      Export(call: ExportCall, respond: sendUnaryData<Buffer>) {
        forward(operation.path, call, options.fetch).then(
          (bytes) => respond(null, bytes),
          (error: unknown) => respond(error instanceof Error ? statusOfFailure(error) : (error as StatusObject)),
        );
      },
    });
  }
  const { tls, host } = options;
  const credentials =
    tls === null
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }]);
  const address = `${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${options.port}`;
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return {
    port,
    close: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.forceShutdown(), timeoutMs);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}
