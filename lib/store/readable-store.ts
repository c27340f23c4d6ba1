import { createStore, type StoreApi } from "zustand/vanilla";

/**
 * A store that components read with zustand's `useStore` and that only its subclass changes.
 *
 * A state is replaced as a whole and never changed in place. Where it refers to something large that grows in place,
 * it holds a version too, which rises with each change.
 */
export abstract class ReadableStore<State> {
  readonly #store: StoreApi<State>;
  readonly getState: () => State;
  readonly getInitialState: () => State;
  /** Calls back after each change, until the returned function is called. */
  readonly subscribe: StoreApi<State>["subscribe"];

  protected constructor(initial: State) {
    this.#store = createStore<State>(() => initial);
    this.getState = this.#store.getState;
    this.getInitialState = this.#store.getInitialState;
    this.subscribe = this.#store.subscribe;
  }

  /** Replaces the state; setting the state that there is notifies no one. */
  protected setState(next: State): void {
    this.#store.setState(() => next, true);
  }
}
