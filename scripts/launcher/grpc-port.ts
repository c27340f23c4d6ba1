import type { Environment } from "@/lib/environment/environment";
import type { Installation } from "@/scripts/installation/command-text";
import { isFreePort, requireFreePort } from "./ports";

/** The port of OTLP over gRPC that OpenTelemetry registered. */
const USUAL_PORT = 4317;

/**
 * Returns the port for OTLP over gRPC: the chosen one, else the usual one where nothing else listens, else "off".
 *
 * @throws Error with a sentence for the user when the chosen port is in use.
 */
export async function chooseGrpcPort(
  { HEDDLE_HOST: host, HEDDLE_OTLP_GRPC_PORT: chosen, PORT, HEDDLE_SERVICE_PORT }: Environment,
  installation: Installation,
): Promise<number | "off"> {
  if (chosen === "off") return chosen;
  if (chosen !== undefined) {
    await requireFreePort(host, chosen, "HEDDLE_OTLP_GRPC_PORT", installation);
    return chosen;
  }
  const isOurs = USUAL_PORT === PORT || USUAL_PORT === HEDDLE_SERVICE_PORT;
  return !isOurs && (await isFreePort(host, USUAL_PORT)) ? USUAL_PORT : "off";
}
