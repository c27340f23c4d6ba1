import { expect, it } from "vitest";
import { newRunColumns, storedRun } from "./stored-run";

it("reads a run as it was stored, with its owner's projects", () => {
  const settings = { name: "sums" };
  for (const projects of [null, ["demo/sums"]]) {
    const identity = { userId: "key-1", name: "Ada", projects };
    const columns = newRunColumns({ id: "run", projectId: "demo/sums", identity, settings });
    const run = storedRun({ seq: 1, ...columns }, (value) => ({ read: value }));
    expect(run).toEqual({
      id: "run",
      projectId: "demo/sums",
      name: "sums",
      state: "queued",
      reason: null,
      createdAt: columns.created_at,
      startedAt: null,
      endedAt: null,
      // Only the id of a key is stored, since a key may be renamed.
      identity: { userId: "key-1", name: "key-1", projects },
      settings: { read: settings },
      isPausing: false,
    });
  }
});
