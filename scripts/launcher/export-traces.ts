import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

/**
 * Loaded before a program when the variables of OpenTelemetry ask for traces of Heddle itself: registers what sends them.
 * Next makes its own spans then, and the service makes one of each request.
 */
const name = process.env.OTEL_SERVICE_NAME || `heddle-${process.env.HEDDLE_PROGRAM ?? "program"}`;

// The exporter reads the address and the headers from the variables.
new NodeTracerProvider({
  resource: defaultResource().merge(resourceFromAttributes({ "service.name": name })),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
}).register();
