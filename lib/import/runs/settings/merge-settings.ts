import type { RunOrigin } from "@/lib/api/contract/training-runs/run-origin";
import { isMembers, type Members } from "@/lib/json/value/members";
import { known, type RunSettingsPart } from "./run-settings-part";

/** Returns members with those of another object in their place; objects are merged. */
function merged(one: Members, other: Members): Members {
  const both = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    both.map((name) => {
      const [before, after] = [one[name], other[name]];
      if (isMembers(before) && isMembers(after)) return [name, merged(before, after)];
      return [name, Object.hasOwn(other, name) ? after : before];
    }),
  );
}

/** Returns what several files say of one run; of the same member the last counts. */
export function mergeSettings(parts: readonly RunSettingsPart[]): RunSettingsPart {
  let config: Members | undefined;
  let origin: RunOrigin = {};
  const versions: Record<string, string> = {};
  for (const part of parts) {
    if (part.config !== undefined) config = merged(config ?? {}, part.config);
    origin = { ...origin, ...known(part.origin ?? {}) };
    Object.assign(versions, part.origin?.versions);
  }
  if (Object.keys(versions).length > 0) origin = { ...origin, versions };
  const model = parts.findLast((part) => part.model !== undefined)?.model;
  const seconds = parts.findLast((part) => part.seconds !== undefined)?.seconds;
  return { ...known({ config, model, seconds }), ...(Object.keys(origin).length === 0 ? {} : { origin }) };
}
