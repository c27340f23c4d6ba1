type Variables = Readonly<Record<string, string | undefined>>;

/**
 * True when the usual variables ask for traces of Heddle itself: an address to export them to, and nothing that turns them
 * off. The SDK of OpenTelemetry reads these and its other variables itself.
 */
export function isTracingOn(variables: Variables): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } =
    variables;
  if (OTEL_SDK_DISABLED?.toLowerCase() === "true" || OTEL_TRACES_EXPORTER === "none") return false;
  return Boolean(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || OTEL_EXPORTER_OTLP_ENDPOINT);
}
