import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guideGroups } from "./guides";
import { withOwnAddresses } from "./own-addresses";

const WRITTEN = "http://localhost:7700/a http://localhost:7701/b http://localhost:4317, http://localhost:77010";

describe("the addresses in a guide", () => {
  it("stay where nothing is set", () => {
    const own = { publicUrl: "http://localhost:7700", publicServiceUrl: "http://localhost:7701" };
    expect(withOwnAddresses(WRITTEN, own)).toBe(WRITTEN);
  });

  it("are those of the installation, also where its ports are exchanged", () => {
    const exchanged = { publicUrl: "http://localhost:7701", publicServiceUrl: "http://localhost:7700" };
    expect(withOwnAddresses("http://localhost:7700 http://localhost:7701", exchanged)).toBe(
      "http://localhost:7701 http://localhost:7700",
    );
    const own = {
      publicUrl: "https://heddle.example.org",
      publicServiceUrl: "https://traces.example.org",
      HEDDLE_OTLP_GRPC_PORT: 5317,
      HEDDLE_OTLP_GRPC_CERT: "/etc/ssl/heddle.pem",
    };
    expect(withOwnAddresses(WRITTEN, own)).toBe(
      "https://heddle.example.org/a https://traces.example.org/b https://traces.example.org:5317, http://localhost:77010",
    );
    expect(withOwnAddresses("http://localhost:4317", { ...own, HEDDLE_OTLP_GRPC_PORT: "off" })).toBe(
      "http://localhost:4317",
    );
  });

  it("are written in one form, so that all of them are found", () => {
    const guides = guideGroups.flatMap((group) => group.guides).filter(({ name }) => name !== "other-hosts");
    for (const { path } of guides) {
      const rest = readFileSync(`docs/${path}`, "utf8").replaceAll(/http:\/\/localhost:(?:7700|7701|4317)\b/g, "");
      expect([path, rest.match(/(?:localhost|127\.0\.0\.1):(?:7700|7701|4317)\b/g)]).toEqual([path, null]);
    }
  });
});
