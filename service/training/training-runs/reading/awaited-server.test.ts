import { expect, test } from "vitest";
import { awaitedServer } from "./awaited-server";

test("rollouts wait for a server that starts, or for that of another model, and not for one that answers", () => {
  const awaited = (state: Parameters<typeof awaitedServer>[0]["process"], waiting: number) =>
    awaitedServer({ process: state, waiting });
  expect(awaited({ state: "starting" }, 0)).toBe("model_server");
  expect(awaited(null, 3)).toBe("other_server");
  expect(awaited({ state: "stopped" }, 3)).toBe("other_server");
  expect(awaited({ state: "ready" }, 3)).toBeNull();
  expect(awaited(null, 0)).toBeNull();
});
