/** The newest release of the official Python client that was tried, and one of 2025. */
export const NEW_WEAVE = ["weave==0.54.0", "openai-agents==0.24.0"];
export const OLD_WEAVE = ["weave==0.51.59", "gql==3.5.3"];

/** An instrumentation that sends messages as log events. */
export const OPEN_TELEMETRY = [
  "opentelemetry-sdk==1.45.2",
  "opentelemetry-exporter-otlp-proto-http==1.45.2",
  "opentelemetry-instrumentation-openai-v2==2.3b0",
  "openai==1.109.1",
  "wrapt==1.17.3",
];

/** A validator of OpenAPI, and a generator of clients. */
export const OPENAPI_TOOLS = ["openapi-spec-validator==0.9.0", "openapi-python-client==0.29.1"];

/** A validator and a generator of types, as packages of npm. */
export const OPENAPI_PACKAGES = ["@redocly/cli@2.77.0", "openapi-typescript@7.13.0"];
