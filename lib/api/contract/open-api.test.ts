import { describe, expect, it } from "vitest";
import { openApiDocument } from "./open-api";
import { allOperations } from "./operations";

const document = openApiDocument(allOperations, "http://127.0.0.1:7701");

describe("openApiDocument", () => {
  it("describes every operation of the table at its path and method", () => {
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(allOperations.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it("states types, defaults and bounds of the interface", () => {
    expect(document).toHaveProperty(
      ["paths", "/objs/query", "post", "requestBody", "content", "application/json", "schema", "required"],
      ["project_id"],
    );
    const parameters = (document as never as { paths: Record<string, { get: { parameters: unknown[] } }> }).paths[
      "/v1/preview/models/{model_id}/checkpoints"
    ]?.get.parameters;
    expect(parameters).toContainEqual({
      name: "limit",
      in: "query",
      required: false,
      schema: { default: 20, type: "integer", minimum: 1, maximum: 100 },
    });
  });

  it("contains only JSON values", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
