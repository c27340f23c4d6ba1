import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allOperations } from "@/lib/api/contract/operations";
import { StoredService } from "@/test/faults/store/stored-service";
import { isLong, noteFigures, scaled } from "@/test/setup/test-length";
import { expectHandled, pathOf } from "./expect-handled";
import { changes, mutated } from "./mutations";

let service: StoredService;

beforeAll(async () => {
  service = await StoredService.open();
});

afterAll(() => service.remove());

const withBody = allOperations.filter(({ body, method }) => body.kind === "json" && method === "POST");

/** Rows that begin work which continues after their request: a long run would begin too much of it. */
const STARTS_WORK = /^(?:evaluationRuns|trainingRuns|checkpointEvaluations|trainingJobs|monitors)\./;

it("a mutated request of any operation is answered or refused with a reason, never with a defect", async (test) => {
  const rows = withBody.filter(({ id }) => !isLong || !STARTS_WORK.test(id));
  let sent = 0;
  for (const operation of rows) {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        sent += 1;
        await expectHandled(service, operation.id, pathOf(operation), mutated(operation.example.body, list));
      }),
      { numRuns: scaled(4, 400) },
    );
  }
  noteFigures(test, { "operations with mutated requests": rows.length, "mutated requests": sent });
  expect((await service.get("/health")).status).toBe(200);
});
