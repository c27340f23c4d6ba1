import { afterAll, vi } from "vitest";

// Test files share a process: each evaluates the modules of this repository again, and finds packages loaded.
vi.resetModules();

const { endTraces, watchProcess } = await import("./process-traces");

type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor | undefined>;

/** The document's cookies, as the environment of the tests keeps them. */
interface WithCookies {
  readonly jsdom?: { readonly cookieJar: { removeAllCookiesSync(): void } };
}

const hasPage = typeof document !== "undefined";

/** Objects whose properties tests replace. */
const REPLACED: readonly object[] = [
  globalThis,
  ...(hasPage ? [document, navigator, Node.prototype, Element.prototype, HTMLElement.prototype, Range.prototype] : []),
];

/** Marks of packages and of the test runner. */
const IS_KEPT = /^(?:_react|__vitest|__VITE|__coverage|IS_REACT_ACT)/;

const propertiesOf = (owner: object): Properties =>
  new Map(
    Reflect.ownKeys(owner)
      .filter((key) => typeof key === "string" && !IS_KEPT.test(key))
      .map((key) => [key, Object.getOwnPropertyDescriptor(owner, key)]),
  );

const isSame = (one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined) =>
  one?.value === other?.value && one?.get === other?.get && one?.set === other?.set;

/** Gives the object its earlier properties again, and returns the names of those that cannot be given. */
function restore(owner: object, earlier: Properties): readonly string[] {
  const later = propertiesOf(owner);
  const changed = [...new Set([...earlier.keys(), ...later.keys()])].filter(
    (key) => !isSame(earlier.get(key), later.get(key)),
  );
  return changed
    .filter((key) => {
      const before = earlier.get(key);
      return !(before ? Reflect.defineProperty(owner, key, before) : Reflect.deleteProperty(owner, key));
    })
    .map(String);
}

const traces = watchProcess();
const earlierProperties = REPLACED.map((owner) => [owner, propertiesOf(owner)] as const);
const earlierVariables = { ...process.env };
const earlierFolder = process.cwd();

function restoreProcess(): void {
  for (const name of Object.keys(process.env)) if (!(name in earlierVariables)) delete process.env[name];
  Object.assign(process.env, earlierVariables);
  if (process.cwd() !== earlierFolder) process.chdir(earlierFolder);
}

function removeAttributes(element: Element): void {
  for (const { name } of [...element.attributes]) element.removeAttribute(name);
}

async function clearPage(): Promise<void> {
  const [{ cleanup }, { focusManager, onlineManager }] = await Promise.all([
    import("@testing-library/react"),
    import("@tanstack/react-query"),
  ]);
  cleanup();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.head, document.body]) removeAttributes(element);
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/");
  (globalThis as WithCookies).jsdom?.cookieJar.removeAllCookiesSync();
}

// Hooks run in the opposite order, so that this is the last of a file.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  const stuck = earlierProperties.flatMap(([owner, properties]) => restore(owner, properties));
  restoreProcess();
  if (hasPage) await clearPage();
  const left = [...stuck.map((name) => `the global ${name}`), ...endTraces(traces)];
  if (left.length === 0) return;
  throw new Error(`The file left ${left.join(", ")}, which the next file of its process meets. End it in the test.`);
});
