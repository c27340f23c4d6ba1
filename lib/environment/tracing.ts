type Variables = Readonly<Record<string, string | undefined>>;

/**
 * True when the OpenTelemetry variables enable traces of Heddle itself: an address to export them to, and no variable
 * that turns them off. The OpenTelemetry SDK reads these and its other variables.
 */
export function isTracingOn(variables: Variables): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } =
    variables;
  if (OTEL_SDK_DISABLED?.toLowerCase() === "true" || OTEL_TRACES_EXPORTER === "none") return false;
  return Boolean(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || OTEL_EXPORTER_OTLP_ENDPOINT);
}
