import type { TurnResult } from "@/service/traces/store/commits/commit-log";
import type { Store } from "@/service/traces/store/engine/store";
import type { CallHalf } from "./call-halves";
import { isLaterPart } from "./call-parts";
import type { OwnNote } from "./commit-notes";
import type { CommitSteps, KnownState } from "./commit-steps";
import { type GroupCall, groupCalls, newestOf, withoutRepeatedIds } from "./group-calls";
import { completedCalls, noteForOthers, noteOfGroup } from "./group-note";
import { groupRows } from "./group-rows";
import { insertGroup, isFinishedRow } from "./insert-group";
import { partsOfOthers, unstoredCalls, type WriteRequest } from "./write-request";

/** Writes groups of requests: each is one step of the writer. */
export class GroupWriting {
  readonly #store: Store;
  readonly #state: KnownState;
  readonly #steps: CommitSteps;
  /** After a failed insert, which may have stored some of its rows. */
  #isInDoubt = false;

  /** @param steps calls {@link recover} before each step */
  constructor(store: Store, state: KnownState, steps: CommitSteps) {
    this.#store = store;
    this.#state = state;
    this.#steps = steps;
  }

  /** Derives what is stored, after a step that failed. */
  async recover(): Promise<void> {
    if (!this.#isInDoubt) return;
    this.#state.known.forgetAll();
    // Where others write too, nothing of a step that failed is visible, so that nothing has to be derived.
    if (!this.#steps.isShared) await this.#state.open.recover();
    this.#isInDoubt = false;
  }

  /** Runs what may leave some of its rows when it fails. */
  async inDoubtUntilDone<Result>(step: () => Promise<Result>): Promise<Result> {
    this.#isInDoubt = true;
    const result = await step();
    this.#isInDoubt = false;
    return result;
  }

  /** Stores a group; see `CallWriter`. */
  async store(group: readonly WriteRequest[]): Promise<readonly undefined[]> {
    const results = await this.#steps.exclusively((commit) => this.#writeGroup(group, commit));
    // Not earlier: a step whose turn was taken away is repeated, and so are the requests of a group that failed.
    for (const { newCalls } of group) newCalls?.release();
    return results;
  }

  async #writeGroup(group: readonly WriteRequest[], commit: number): Promise<TurnResult<undefined[], OwnNote>> {
    if (this.#state.open.forgetMoves()) this.#state.known.forgetAll();
    const parts = group.flatMap((request) => request.parts);
    const later = { names: newestOf("name", parts), turns: newestOf("turn", parts), tops: newestOf("top", parts) };
    const unstored = await unstoredCalls(group, this.#state.known);
    const sentParts = parts.filter((part) => !isLaterPart(part));
    const known = await this.#state.known.of(sentParts);
    const isStored = (key: string) => known.get(key)?.startedAt != null;
    const named = await withoutRepeatedIds(
      { store: this.#store, visibility: this.#state.visibility },
      sentParts,
      unstored,
      isStored,
    );
    const callParts = partsOfOthers(named, unstored);
    const isRenamed = named.some((part, at) => part !== sentParts[at]);
    const calls = groupCalls(callParts, isRenamed ? await this.#state.known.of(callParts) : known);
    const stored = {
      open: this.#state.open,
      halves: this.#state.halves,
      storedHalves: await this.#storedHalves(calls),
    };
    const added = groupRows(calls, stored, commit);
    const newCalls = unstored.flatMap(({ calls }) => calls);
    const result = group.map(() => undefined);
    const hasLater = Object.values(later).some((ofKind) => ofKind.length > 0);
    if (added.rows.length + newCalls.length === 0 && !hasLater) {
      this.#state.known.remember(added.calls);
      return { result, note: null };
    }
    // Noted before it is stored: when that fails, some of it may be stored all the same.
    if (!this.#steps.isShared) this.#state.recent.note(commit, added.rows.filter(isFinishedRow), newCalls);
    const written = unstored.map((of) => of.newCalls.rowsOf(of.calls, commit));
    const replaced = unstored.flatMap((of) => of.replaced.map((row) => this.#state.open.placeOf(row)));
    const rows = { ...added, closed: [...added.closed, ...replaced] };
    await this.inDoubtUntilDone(() => insertGroup(this.#store, rows, written, later, commit));
    const completed = completedCalls(unstored);
    for (const key of completed.keys()) this.#state.halves.forget(key);
    const note = noteOfGroup(rows, later, completed);
    if (!this.#steps.isShared) return { result, note };
    return { result, note: { ...note, ...this.#state.open.place, ...noteForOthers(callParts, added.rows, newCalls) } };
  }

  async #storedHalves(calls: ReadonlyMap<string, GroupCall>): Promise<ReadonlyMap<string, CallHalf>> {
    try {
      return await this.#state.halves.of(calls);
    } catch (error) {
      // The remembered calls may be wrong: they are read again before the next group.
      this.#isInDoubt = true;
      throw error;
    }
  }
}
