"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { appQuery } from "@/lib/api/client/app-client";
import type { UserNames } from "@/lib/format/user-name";

/**
 * The names of the users with an account, by id and by email address. Empty until loaded.
 *
 * @param isNeeded false where no user is shown: the names are then not requested
 */
export function useUserNames(isNeeded = true): UserNames {
  const { data } = useQuery({ ...appQuery("users.list", {}), enabled: isNeeded });
  return useMemo(
    () =>
      new Map(
        data?.members.flatMap(({ id, email, name }): [string, string][] => [
          [id, name],
          [email, name],
        ]),
      ),
    [data],
  );
}
