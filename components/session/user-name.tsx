"use client";

import { useQuery } from "@tanstack/react-query";
import { appQuery } from "@/lib/api/client/app-client";

/** The name of a user, with the id on hover; the id alone for a user without an account. */
export function UserName({ id }: { id: string }) {
  const { data } = useQuery(appQuery("users.list", {}));
  const user = data?.members.find((member) => member.id === id || member.email === id);
  return user === undefined ? (
    <span className="[overflow-wrap:anywhere]">{id}</span>
  ) : (
    <span title={id}>{user.name}</span>
  );
}
