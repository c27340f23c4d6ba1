import type { KeyGroup } from "@/components/keyboard/key-table";
import type { SourceFile } from "@/scripts/checks/tree/source-tree";
import { keyCalls } from "./bound-keys";

const LISTENER = /\baddEventListener\(\s*["'`]key(?:down|up|press)\b|\b(?:window|document)\.onkey(?:down|up|press)\b/;

/** Returns the sources outside the keyboard folder that listen to the keys of the whole page, as sentences. */
export function strayListeners(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ text }) => LISTENER.test(text))
    .map(({ path }) => `${path} listens to keys directly: add its keys to the key table and bind them with useKeys.`);
}

function isNameOf(name: string, key: string): boolean {
  const [start = "", end] = name.split("*");
  return end === undefined ? name === key : key.startsWith(start) && key.endsWith(end);
}

/** Returns the keys of the table that no call of `useKeys` binds, and the calls that hide their group, as sentences. */
export function unboundKeys(files: readonly SourceFile[], table: Readonly<Record<string, KeyGroup>>): string[] {
  const calls = files.flatMap(({ path, text }) => keyCalls(text).map((call) => ({ path, ...call })));
  const hidden = calls.filter(({ group }) => group === null);
  const unbound = Object.entries(table).flatMap(([id, { rows }]) => {
    const names = calls.filter(({ group }) => group === id).flatMap((call) => call.names);
    const keys = rows.filter(({ isLocal }) => !isLocal).flatMap((row) => row.keys);
    return keys.filter((key) => !names.some((name) => isNameOf(name, key))).map((key) => ({ id, key }));
  });
  return [
    ...hidden.map(({ path }) => `${path} calls useKeys without the literal id of a key group.`),
    ...unbound.map(({ id, key }) => `${key} of the key group ${id} is not bound by useKeys("${id}", …).`),
  ];
}
