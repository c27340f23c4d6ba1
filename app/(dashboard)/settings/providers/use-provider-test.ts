"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApp } from "@/lib/api/client/app-client";

/** A test runs only when a user starts it, never automatically: it sends the key. */
function testOf(name: string) {
  return {
    queryKey: ["provider-test", name] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => callApp("modelProviders.test", { name }, signal),
    retry: false,
    staleTime: 0,
  };
}

/** The result of a provider's last test. */
export function useProviderTest(name: string) {
  return useQuery({ ...testOf(name), enabled: false });
}

/** Clears the tests of a provider whose settings changed. */
export function useClearTest() {
  const client = useQueryClient();
  return (name: string) => client.removeQueries({ queryKey: testOf(name).queryKey });
}

/** Checks the usual ports of this machine for a model server. */
export function useLocalSearch(names: readonly string[]) {
  const client = useQueryClient();
  const [isSearching, setSearching] = useState(false);
  const start = () => {
    setSearching(true);
    // A failed test is shown in its own row.
    void Promise.allSettled(names.map((name) => client.fetchQuery(testOf(name)))).then(() => setSearching(false));
  };
  return { isSearching, start };
}
