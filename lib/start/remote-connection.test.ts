import { describe, expect, it } from "vitest";
import { appOperations } from "@/lib/api/contract/app/app-operations";
import { remoteRequest } from "./remote-connection";

const { input } = appOperations["connections.create"];

describe("a remote service of the short form", () => {
  it("is named by its host, with its key for both kinds of credential", () => {
    const request = remoteRequest({ baseUrl: "https://traces.example.com:8443/x", username: "api", password: "k" });
    expect(request).toMatchObject({
      name: "traces.example.com:8443",
      basic: { username: "api", password: "k" },
      bearer: { token: "k" },
    });
    expect(input.safeParse(request).success).toBe(true);
  });

  it("needs no credential, and passes an invalid address on to the check that reports it", () => {
    const request = remoteRequest({ baseUrl: "not an address", username: "api", password: "" });
    expect(request).toMatchObject({ name: "not an address", basic: null, bearer: null });
    expect(input.safeParse(request).success).toBe(true);
  });
});
