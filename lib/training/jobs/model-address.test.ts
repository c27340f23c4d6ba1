import { expect, test } from "vitest";
import { modelAddress, readModelAddress } from "./model-address";

const model = { entity: "demo", project: "airline", name: "agent:7b" };

test("an address is read as what it was made of", () => {
  for (const step of [null, 0, 12]) expect(readModelAddress(modelAddress(model, step))).toEqual({ ...model, step });
});

test("names of other providers are none", () => {
  for (const text of ["openai/gpt-4.1", "wandb-artifact:///demo/airline", "wandb-artifact:///a/b/c/d", ""]) {
    expect(readModelAddress(text)).toBeNull();
  }
});
