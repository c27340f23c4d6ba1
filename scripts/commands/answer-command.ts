import { isCommandLineFault } from "./import-target";

interface Answering<Order> {
  /** Reads the command line; null when it asks for help. */
  readonly read: () => Order | null;
  /** Returns the exit code. */
  readonly run: (order: Order) => Promise<number>;
  readonly usage: string;
  readonly out: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Runs a command that may go on until it is stopped, and explains a wrong command line. @returns the exit code */
export async function answerCommand<Order>(answering: Answering<Order>): Promise<number> {
  const { read, run, usage, out, errors, signal } = answering;
  try {
    const order = read();
    if (order !== null) return await run(order);
    out.write(usage);
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    if (!isCommandLineFault(error)) throw error;
    errors.write(`${error.message}\n\n${usage}`);
    return 1;
  }
}
