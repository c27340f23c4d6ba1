import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

/**
 * Loaded before a program when the OpenTelemetry variables enable traces of Heddle itself: registers their exporter.
 * Next then creates its own spans, and the service creates one for each request.
 */
const name = process.env.OTEL_SERVICE_NAME || `heddle-${process.env.HEDDLE_PROGRAM ?? "program"}`;

// The exporter reads the address and the headers from the variables.
new NodeTracerProvider({
  resource: defaultResource().merge(resourceFromAttributes({ "service.name": name })),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
}).register();
