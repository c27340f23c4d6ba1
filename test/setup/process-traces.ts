interface Trace {
  readonly kind: "timeout" | "interval" | "listener";
  /** Its stack names the place that left it. */
  readonly origin: Error;
  readonly undo: () => void;
}

/** The timers that run and the listeners of the page: they stay in a process that test files share. */
type Traces = Map<object, Trace>;

declare global {
  /** Is there for the whole process, while modules are evaluated again for each file. */
  var heddleTraces: Traces | undefined;
}

/** The first frame of a stack that is not in this file. */
const CALLER = /\n {4}at (?!.*process-traces\.ts)(.*)/;

/** Returns the place in this repository that left something; null for a package, whose state stays for the process. */
function placeOf({ stack = "" }: Error): string | null {
  const caller = CALLER.exec(stack)?.[1] ?? "";
  return /node_modules|node:/.test(caller) ? null : caller;
}

function watchTimers(traces: Traces, name: "setTimeout" | "setInterval", kind: "timeout" | "interval"): void {
  // Both take what the other takes; their types differ in the names of packages that extend them.
  const start = globalThis[name] as unknown as (...given: unknown[]) => object;
  const watched = (run: unknown, ...rest: unknown[]) => {
    const onTime = (...given: unknown[]) => {
      if (kind === "timeout") traces.delete(timer);
      if (typeof run === "function") run(...given);
    };
    const timer: object = start(onTime, ...rest);
    const undo = () => clearTimeout(timer as NodeJS.Timeout);
    traces.set(timer, { kind, origin: new Error(kind), undo });
    return timer;
  };
  Object.assign(globalThis, { [name]: Object.defineProperties(watched, Object.getOwnPropertyDescriptors(start)) });
}

function watchStops(traces: Traces, name: "clearTimeout" | "clearInterval"): void {
  const stop = globalThis[name];
  globalThis[name] = (timer) => {
    if (typeof timer === "object") traces.delete(timer);
    stop(timer);
  };
}

type Listening = Pick<Window, "addEventListener" | "removeEventListener">;
type Added = Parameters<Listening["addEventListener"]>;

/** Two listeners are the same for a page if these are. */
const listenerKey = (type: string, options: Added[2]) =>
  `${type} ${typeof options === "object" ? options.capture === true : options === true}`;

function watchListeners(traces: Traces, target: Listening): void {
  const add = target.addEventListener.bind(target);
  const remove = target.removeEventListener.bind(target);
  const known = new Map<string, Map<unknown, object>>();
  target.addEventListener = (type: string, listener: Added[1], options?: Added[2]) => {
    add(type, listener, options);
    const key = listenerKey(type, options);
    const added = known.get(key) ?? new Map<unknown, object>();
    known.set(key, added);
    if (added.has(listener)) return;
    const trace = {};
    added.set(listener, trace);
    traces.set(trace, {
      kind: "listener",
      origin: new Error(type),
      undo: () => target.removeEventListener(type, listener, options),
    });
  };
  target.removeEventListener = (type: string, listener: Added[1], options?: Added[2]) => {
    remove(type, listener, options);
    const added = known.get(listenerKey(type, options));
    traces.delete(added?.get(listener) ?? {});
    added?.delete(listener);
  };
}

/** Returns the traces of this process, and notes them from now on. */
export function watchProcess(): Traces {
  if (globalThis.heddleTraces) return globalThis.heddleTraces;
  const traces: Traces = new Map();
  watchTimers(traces, "setTimeout", "timeout");
  watchTimers(traces, "setInterval", "interval");
  watchStops(traces, "clearTimeout");
  watchStops(traces, "clearInterval");
  if (typeof document !== "undefined") for (const target of [window, document]) watchListeners(traces, target);
  Object.defineProperty(globalThis, "heddleTraces", { value: traces });
  return traces;
}

/**
 * Ends what the code of this repository left: the listeners of its modules, which end with their page, and timers.
 *
 * @returns the intervals among them with their places: something was not closed
 */
export function endTraces(traces: Traces): readonly string[] {
  const open: string[] = [];
  for (const [trace, { kind, origin, undo }] of [...traces]) {
    const place = placeOf(origin);
    traces.delete(trace);
    if (place === null) continue;
    undo();
    if (kind === "interval") open.push(`an interval of ${place}`);
  }
  return open;
}
