/** The addresses of an installation, and its settings for OpenTelemetry over gRPC. */
interface OwnAddresses {
  readonly publicUrl: string;
  readonly publicServiceUrl: string;
  readonly HEDDLE_OTLP_GRPC_PORT?: number | "off" | undefined;
  readonly HEDDLE_OTLP_GRPC_CERT?: string | undefined;
}

/** The addresses that guides are written with: those of an installation without settings. */
const WRITTEN = /http:\/\/localhost:(7700|7701|4317)\b/g;

/** Returns the text of a guide with the addresses of this installation, so that commands in it can be copied. */
export function withOwnAddresses(text: string, own: OwnAddresses): string {
  return text.replace(WRITTEN, (written, port: string) => {
    if (port === "7700") return own.publicUrl;
    if (port === "7701") return own.publicServiceUrl;
    return grpcAddress(own) ?? written;
  });
}

/** The address of OpenTelemetry over gRPC, as a start announces it; undefined where it is off. */
function grpcAddress({ publicServiceUrl, HEDDLE_OTLP_GRPC_PORT, HEDDLE_OTLP_GRPC_CERT }: OwnAddresses) {
  if (HEDDLE_OTLP_GRPC_PORT === "off") return undefined;
  const scheme = HEDDLE_OTLP_GRPC_CERT === undefined ? "http" : "https";
  return `${scheme}://${new URL(publicServiceUrl).hostname}:${HEDDLE_OTLP_GRPC_PORT ?? 4317}`;
}
