import { CommitLog, type CommitLogOptions, type TurnResult } from "@/service/traces/store/commits/commit-log";
import type { Store } from "@/service/traces/store/engine/store";
import type { TraceSources } from "@/service/traces/store/sources/trace-sources";
import type { CallHalves } from "./call-halves";
import type { CallVisibility } from "./call-visibility";
import {
  type CommitNote,
  decodeNote,
  encodeNote,
  type ForeignNote,
  type OpenRowsNote,
  type OwnNote,
} from "./commit-notes";
import type { KnownCalls } from "./known-calls";
import type { OpenRows } from "./open-rows";
import type { RecentCalls } from "./recent-calls";

/** What a process knows of the calls of a store without asking the engine. */
export interface KnownState {
  readonly visibility: CallVisibility;
  readonly recent: RecentCalls;
  readonly known: KnownCalls;
  readonly open: OpenRows;
  readonly halves: CallHalves;
  readonly sources: TraceSources;
}

/**
 * Runs the steps of the writer one after the other, and makes visible what they stored. Where several processes write to
 * a server, that holds for the steps of all of them, and each process takes in what the others changed.
 */
export class CommitSteps {
  readonly #state: KnownState;
  readonly #prepare: () => Promise<void>;
  readonly #onCommit: () => void;
  #order: CommitLog<OwnNote, ForeignNote> | null = null;
  readonly #listeners = new Set<(traces: Uint32Array) => void>();
  #lastStep: Promise<unknown> = Promise.resolve();

  /**
   * @param prepare runs before each step
   * @param onCommit called after each commit of this process
   */
  constructor(state: KnownState, prepare: () => Promise<void>, onCommit: () => void) {
    this.#state = state;
    this.#prepare = prepare;
    this.#onCommit = onCommit;
  }

  /** True where other processes may write too: then a step is stored as a whole or not at all. */
  get isShared(): boolean {
    return this.#order !== null;
  }

  /**
   * Takes part in the order of all processes that write to a server.
   * @param derive finds what is closed, the first time that the store has an order
   */
  async join(store: Store, options: CommitLogOptions, derive: () => Promise<void>): Promise<void> {
    const { visibility, known, open, halves } = this.#state;
    const order = await CommitLog.open<OwnNote, ForeignNote>(
      store,
      {
        encode: encodeNote,
        decode: decodeNote,
        stored: (commit, note) => this.#apply(commit, note ?? {}, note),
        storedElsewhere: (commit, note) => {
          this.#apply(commit, note ?? {}, null);
          if (note === null) return;
          known.noteElsewhere(note.ids);
          for (const tell of this.#listeners) tell(note.traces);
        },
        abandoned: (commit) => visibility.abandon(commit),
        failed: () => {
          open.takeBack();
          halves.forgetAll();
          known.forgetAll();
        },
      },
      () => open.lastCommit(),
      options,
    );
    this.#order = order;
    await this.exclusively(async () => {
      if (order.hasCommits) visibility.addClosings((await open.read()) - visibility.closings);
      else await derive();
      return { result: undefined, note: open.place };
    });
  }

  /** @param listener called with the hashes of traces of which another process stored something */
  onTracesElsewhere(listener: (traces: Uint32Array) => void): void {
    this.#listeners.add(listener);
  }

  /** Resolves when everything that another process was acknowledged before is visible. */
  async catchUp(): Promise<void> {
    await this.#order?.catchUp();
  }

  /** Runs a step of this process while no other one of it runs. It stores nothing. */
  alone<Result>(step: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastStep.then(step, step);
    this.#lastStep = turn.catch(() => undefined);
    return turn;
  }

  /** Runs a step while no other one runs, and makes visible what it stored under the number of its commit. */
  exclusively<Result>(step: (commit: number) => Promise<TurnResult<Result, OwnNote>>): Promise<Result> {
    const order = this.#order;
    if (order !== null) {
      return this.alone(() =>
        order.inTurn(async (commit) => {
          await this.#prepare();
          return await step(commit);
        }),
      );
    }
    return this.alone(async () => {
      await this.#prepare();
      const commit = this.#state.visibility.committed + 1;
      const { result, note } = await step(commit);
      if (note !== null) this.#apply(commit, note, note);
      return result;
    });
  }

  /** Removing takes long and changes nothing that another step needs, so that a process alone does it beside them. */
  async removing(step: () => Promise<OpenRowsNote | null>): Promise<void> {
    if (this.#order !== null) {
      await this.exclusively(async () => ({ result: undefined, note: await step() }));
      return;
    }
    const note = await step();
    if (note !== null) this.#state.visibility.addClosings(this.#state.open.apply(note));
  }

  /** Ends waiting for the turn, after the step that runs. */
  async close(): Promise<void> {
    await this.#order?.close();
  }

  /** Takes in what a commit changed, which is visible from now on. */
  #apply(commit: number, note: CommitNote, own: OwnNote | null): void {
    const { visibility, recent, known, open, sources } = this.#state;
    const { since, named = [], turned = [], topped = [], deleted = [] } = note;
    const closings = open.apply(note);
    if (since !== undefined) recent.add({ commit, since });
    for (const projectId of named) visibility.addProjectWithNames(projectId);
    for (const [projectId, changesKind] of turned) visibility.addProjectWithTurns(projectId, changesKind);
    for (const projectId of topped) visibility.addProjectWithTops(projectId);
    for (const source of note.sources ?? []) sources.note(source);
    for (const projectId of deleted) visibility.addProjectWithDeletions(projectId);
    if (note.isRolledUp) visibility.noteRollupBatch();
    if (note.removal !== undefined) {
      visibility.hide(note.removal);
      visibility.rememberRemoval(note.removal);
    }
    if (note.removed !== undefined) visibility.show(note.removed);
    if (note.mayReturn !== undefined) {
      visibility.rememberRemovals(note.mayReturn, []);
      known.forgetAll();
    }
    if (note.purged !== undefined) visibility.purge(note.purged);
    visibility.publish(commit, closings);
    if (own === null) return;
    if (own.calls !== undefined) known.remember(own.calls);
    this.#onCommit();
  }
}
