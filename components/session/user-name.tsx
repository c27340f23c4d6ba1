"use client";

import { useUserNames } from "./use-user-names";

/** The name of a user, with the id on hover; the id alone for a user without an account. */
export function UserName({ id }: { id: string }) {
  const name = useUserNames().get(id);
  return name === undefined ? <span className="[overflow-wrap:anywhere]">{id}</span> : <span title={id}>{name}</span>;
}
