/**
 * What a key may do: `train` creates models and trains them, `admin` deletes stored data and sets prices. None includes
 * another.
 */
export const keyScopes = ["read", "write", "train", "admin"] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Returns the scope that a key needs for an operation: its own, otherwise the one that its effect implies. */
export function scopeOf({ scope, effect }: { readonly scope: KeyScope | null; readonly effect: KeyScope }): KeyScope {
  return scope ?? effect;
}
