import { describe, expect, it } from "vitest";
import { isTracingOn } from "./tracing";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

describe("isTracingOn", () => {
  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, false],
    [{ OTEL_SERVICE_NAME: "heddle" }, false],
    [ENDPOINT, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" }, true],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: "true" }, false],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: "none" }, false],
  ])("decides %j as %s", (variables, expected) => {
    expect(isTracingOn(variables)).toBe(expected);
  });
});
