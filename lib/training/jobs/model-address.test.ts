import { expect, test } from "vitest";
import { modelAddress, modelTitle, readModelAddress } from "./model-address";

const model = { entity: "demo", project: "airline", name: "agent:7b" };

test("parses the addresses that it creates", () => {
  for (const step of [null, 0, 12]) expect(readModelAddress(modelAddress(model, step))).toEqual({ ...model, step });
});

test("rejects names of other providers", () => {
  for (const text of ["openai/gpt-4.1", "wandb-artifact:///demo/airline", "wandb-artifact:///a/b/c/d", ""]) {
    expect(readModelAddress(text)).toBeNull();
  }
});

test("headings name a checkpoint by its model and step, and any other model by its own name", () => {
  const titles = [null, 0, 12].map((step) =>
    modelTitle(modelAddress({ entity: "e", project: "p", name: "router" }, step)),
  );
  expect(titles).toEqual(["router newest", "router base", "router step 12"]);
  expect(modelTitle("openai/gpt-4o")).toBe("openai/gpt-4o");
});
