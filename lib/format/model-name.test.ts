import { expect, it } from "vitest";
import { shortModelName } from "./model-name";

it.each([
  ["wandb-artifact:///demo/airline/router:step3", "router:step3"],
  ["openai/gpt-4o", "openai/gpt-4o"],
  ["https://models.example/a/b/c", "https://models.example/a/b/c"],
])("%s is called %s on a page of its project", (model, short) => {
  expect(shortModelName(model)).toBe(short);
});
