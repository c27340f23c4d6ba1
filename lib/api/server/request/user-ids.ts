import { isJsonObject } from "@/lib/guard/json-object";

/** Members that only envelopes have; stored user data is never entered. */
const ENVELOPES = ["batch", "req", "start", "end", "obj"] as const;

/** Both spellings: a body may have arrived in either dialect, or in a member that its schema does not declare. */
const USER_IDS = ["svc_user_id", "wb_user_id"] as const;

type Members = Record<string, unknown>;

/**
 * Removes the user's id from a request: the service sets it from the credential, so no user can write on behalf of
 * another. Returns the same value when there is none.
 */
export function withoutUserIds(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutUserIds);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  let changed: Members | null = null;
  for (const name of USER_IDS) {
    if (!Object.hasOwn(value, name)) continue;
    changed ??= { ...value };
    delete changed[name];
  }
  for (const name of ENVELOPES) {
    const inner = withoutUserIds(value[name]);
    if (inner === value[name]) continue;
    changed ??= { ...value };
    changed[name] = inner;
  }
  return changed ?? value;
}
