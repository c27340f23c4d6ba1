/** Names of users by the ids that services store: the id of an account, or its email address. */
export type UserNames = ReadonlyMap<string, string>;

export const NO_USER_NAMES: UserNames = new Map();

/** Returns the name of a user, or the id of a user without an account. */
export function userName(id: string, names: UserNames): string {
  return names.get(id) ?? id;
}
