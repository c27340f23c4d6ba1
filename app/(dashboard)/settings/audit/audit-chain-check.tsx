"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { prepareChain } from "./prepare-chain";

/** A check on request whether an entry was changed or removed, and its result. @param children beside its button */
export function AuditChainCheck({ children }: { children?: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery({ ...appQuery("audit.check", {}), enabled: false, gcTime: 0 });
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 px-4 pb-2 max-md:px-3">
      <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
        Check for changes
      </Button>
      {children}
      <div role="status" className="min-w-0 flex-1 basis-64">
        {isFetching || error === null ? null : (
          <Callout tone="err">The log could not be checked: {failureOf(error).message}</Callout>
        )}
        {isFetching || error !== null || data === undefined ? null : <ChainResult result={data} />}
      </div>
    </div>
  );
}

function ChainResult({ result }: { result: Parameters<typeof prepareChain>[0] }) {
  const { isIntact, text } = prepareChain(result);
  return (
    <Callout tone={isIntact ? "ok" : "err"}>
      {text}
      {isIntact && result.lastHash !== null ? (
        <>
          {" "}
          Last hash: <code className="font-mono">{result.lastHash}</code>
        </>
      ) : null}
    </Callout>
  );
}
