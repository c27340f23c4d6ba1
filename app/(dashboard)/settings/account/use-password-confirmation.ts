"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appQueryKey } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";

/**
 * A change that is sent with the user's password: what is typed, the request and its messages.
 *
 * @param send sends the change
 */
export function usePasswordConfirmation<Result>(
  send: (input: { readonly password: string }) => Promise<Result>,
  onDone: (result: Result) => void,
) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState("");
  const change = useMutation({
    mutationFn: () => send({ password }),
    onSuccess: async (result) => {
      onDone(result);
      await queryClient.invalidateQueries({ queryKey: appQueryKey("secondFactor.read") });
    },
    // The response may contain a secret: it is not cached after the dialog closes.
    gcTime: 0,
  });
  const failure = change.error ? failureOf(change.error) : null;
  return {
    password,
    setPassword,
    change,
    error: fieldErrors(failure, ["password"]).password,
    messages: otherErrors(failure, ["password"]),
  };
}
