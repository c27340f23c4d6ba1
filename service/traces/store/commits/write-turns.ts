import { GroupCommit } from "@/service/kernel/concurrency/group-commit";

/** Runs the steps of writers that decide by what is stored. */
export interface WriteTurns {
  /** True where other processes write to the same server. */
  readonly isShared: boolean;
  /**
   * Runs a step while no other process of a server runs one; steps of this process may run at the same time. It may be
   * repeated. Its argument is a number that no other process gets; 0 where there are none.
   */
  readonly run: <Result>(step: (turn: number) => Promise<Result>) => Promise<Result>;
}

/** The turns of a process that writes alone. */
export const NO_OTHERS: WriteTurns = { isShared: false, run: (step) => step(0) };

/** A step that waits, whose result it keeps. */
type WaitingStep = (turn: number) => Promise<void>;

/**
 * Runs steps in the turns of a process: all that wait share the next turn, since taking one costs some statements.
 *
 * @param inTurn runs something while no other process does
 */
export function sharedTurns(inTurn: (step: (turn: number) => Promise<void>) => Promise<void>): WriteTurns {
  const groups = new GroupCommit<WaitingStep, undefined>(
    async (steps) => {
      await inTurn(async (turn) => {
        await Promise.all(steps.map((step) => step(turn)));
      });
      return steps.map(() => undefined);
    },
    { sizeOf: () => 1, groupBytes: 100 },
  );
  return {
    isShared: true,
    async run<Result>(step: (turn: number) => Promise<Result>): Promise<Result> {
      const outcome: { result: PromiseSettledResult<Result> | null } = { result: null };
      await groups.submit(async (turn) => {
        [outcome.result] = await Promise.allSettled([step(turn)]);
      });
      if (outcome.result?.status === "fulfilled") return outcome.result.value;
      throw outcome.result?.reason;
    },
  };
}
