import { describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/environment/environment";
import { announce } from "./announcement";

const environment = readEnvironment({ PORT: "7800", HEDDLE_SERVICE_PORT: "7801" });

describe("announce", () => {
  it("shows the address, the set-up link, the key and a program that uses it at a first start", () => {
    const text = announce("production", environment, {
      link: "http://localhost:7800/set-up#token=abc",
      firstKey: "hk_0123",
    });
    expect(text).toContain("Dashboard   http://localhost:7800\n");
    expect(text).toContain("Set up      http://localhost:7800/set-up#token=abc\n");
    expect(text).toContain("API key     hk_0123\n");
    expect(text).toContain("export WF_TRACE_SERVER_URL=http://localhost:7801 WANDB_API_KEY=hk_0123\n");
  });

  it("shows neither link nor key when there is nothing new to show", () => {
    const text = announce("production", environment, {});
    expect(text).not.toContain("Set up");
    expect(text).not.toContain("API key  ");
    expect(text).toContain("WANDB_API_KEY=<your key>");
  });

  it("never prints a key that was set in the environment", () => {
    const key = "k".repeat(40);
    const text = announce("service", readEnvironment({ HEDDLE_API_KEY: key }), {});
    expect(text).not.toContain(key);
    expect(text).toContain("WANDB_API_KEY=$HEDDLE_API_KEY");
    expect(text).not.toContain("Dashboard");
  });
});
