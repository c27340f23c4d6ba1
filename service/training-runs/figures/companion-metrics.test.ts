import { expect, it } from "vitest";
import { clientCompanions } from "./companion-metrics";

it("a client's batch is as long as its metrics say, else as large as its trajectories are", () => {
  expect(clientCompanions({ entropy: 1.2, completion_length: 80 }, [400, 600])).toMatchObject({
    ...{ entropy: 1.2, length: 80, bytes: null, repeats: null },
  });
  expect(clientCompanions({ reward: 1 }, [400, 600])).toMatchObject({ length: null, bytes: 500 });
  expect(clientCompanions({}, [])).toMatchObject({ length: null, bytes: null });
});
