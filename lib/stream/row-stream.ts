import type { StreamSummary } from "@/lib/api/client/json-lines";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { ReadableStore } from "@/lib/store/readable-store";

/** The state of a stream of rows at one time. */
export interface RowStreamState<Row> {
  /** All rows so far, in the order of arrival. Grows in place: `version` changes when it did. */
  readonly rows: readonly Row[];
  readonly version: number;
  readonly isStreaming: boolean;
  /** Time spent receiving, without pauses between a stop and its resumption. */
  readonly durationMs: number;
  /** How the last part ended; null before the first end. */
  readonly summary: StreamSummary | null;
  /** The request itself failed; rows of earlier parts are kept. */
  readonly failure: ServiceFailure | null;
}

/** Requests the rows from `offset` on and passes them on as they arrive. */
export type RowSource<Row> = (
  offset: number,
  signal: AbortSignal,
  onRows: (rows: readonly Row[]) => void,
) => Promise<StreamSummary>;

/** How often listeners are notified of new rows: rows may arrive thousands of times a second, a screen draws sixty. */
const NOTIFY_INTERVAL_MS = 60;

/** A long stream notifies less often: its rows are no longer on the screen, and drawing takes time from reading. */
const SLOW_NOTIFY_INTERVAL_MS = 150;
const SLOW_NOTIFY_AFTER_MS = 1500;

/**
 * Rows that stream in from a service: they appear as they arrive, can be stopped, and resume where they ended.
 *
 * Lines that could not be read count for the offset of a resumption, since the service counted them as rows too.
 */
export class RowStream<Row> extends ReadableStore<RowStreamState<Row>> {
  readonly #source: RowSource<Row>;
  readonly #rows: Row[];
  #requestedRows = 0;
  #earlierMs = 0;
  #startedMs = 0;
  #abort: AbortController | null = null;
  #isStartWanted = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(source: RowSource<Row>) {
    const rows: Row[] = [];
    super({ rows, version: 0, isStreaming: false, durationMs: 0, summary: null, failure: null });
    this.#rows = rows;
    this.#source = source;
  }

  /** Starts, or resumes after a stop, a cut or a failure. */
  readonly start = (): void => {
    if (this.#abort) {
      // A stopped part has not ended yet: the next one starts when it has.
      this.#isStartWanted = this.#abort.signal.aborted;
      return;
    }
    const abort = new AbortController();
    this.#abort = abort;
    this.#startedMs = performance.now();
    this.#notify({ isStreaming: true, failure: null });
    void this.#receive(abort);
  };

  /** Stops the request; rows are kept. */
  readonly stop = (): void => {
    this.#isStartWanted = false;
    this.#abort?.abort();
  };

  async #receive(abort: AbortController): Promise<void> {
    const before = this.#rows.length;
    const onRows = (rows: readonly Row[]) => {
      if (this.#abort !== abort) return;
      const isFirst = this.#rows.length === 0;
      for (const row of rows) this.#rows.push(row);
      // The user waits for the first rows; of later ones many arrive between two frames.
      if (isFirst) this.#notify({});
      else this.#timer ??= setTimeout(() => this.#notify({}), this.#pauseMs());
    };
    try {
      const summary = await this.#source(this.#requestedRows, abort.signal, onRows);
      this.#requestedRows += this.#rows.length - before + summary.badLines.length;
      this.#end({ summary });
    } catch (error) {
      const stopped: StreamSummary = { rowCount: 0, badLines: [], end: { kind: "stopped" } };
      this.#end(isAbort(error) || abort.signal.aborted ? { summary: stopped } : { failure: failureOf(error) });
    }
  }

  #pauseMs(): number {
    return performance.now() - this.#startedMs < SLOW_NOTIFY_AFTER_MS ? NOTIFY_INTERVAL_MS : SLOW_NOTIFY_INTERVAL_MS;
  }

  #end(change: Partial<RowStreamState<Row>>): void {
    this.#earlierMs += performance.now() - this.#startedMs;
    this.#abort = null;
    this.#notify({ ...change, isStreaming: false });
    if (!this.#isStartWanted) return;
    this.#isStartWanted = false;
    this.start();
  }

  #notify(change: Partial<RowStreamState<Row>>): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const running = this.#abort ? performance.now() - this.#startedMs : 0;
    const { version } = this.getState();
    this.setState({
      ...this.getState(),
      ...change,
      version: version + 1,
      durationMs: this.#earlierMs + running,
    });
  }
}
