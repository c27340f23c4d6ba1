"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { AuthPage } from "@/app/(auth)/auth-page";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { PasswordForm } from "./password-form";
import { SetUpForm } from "./set-up-form";

const onHashChange = (notify: () => void) => {
  window.addEventListener("hashchange", notify);
  return () => window.removeEventListener("hashchange", notify);
};

/** The token is in the fragment, which no server, log or referrer sees. Null until the browser has read it. */
function useToken(): string | null {
  return useSyncExternalStore(
    onHashChange,
    () => new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "",
    () => null,
  );
}

/** Opens the account form of a set-up or invitation link, or the password form of a password link. */
export function SetUpView() {
  const token = useToken();
  return (
    <AuthPage>
      <div className="m-auto w-80 max-md:w-full">
        {token === null ? <Skeleton className="w-40" /> : token === "" ? <NoToken /> : <CheckedLink token={token} />}
      </div>
    </AuthPage>
  );
}

function CheckedLink({ token }: { token: string }) {
  const link = useQuery({ ...appQuery("setup.check", { token }), staleTime: Number.POSITIVE_INFINITY });
  if (link.isPending) return <Skeleton className="w-40" />;
  if (link.isError) {
    const failure = failureOf(link.error);
    if (failure.kind === "not-found") return <UsedLink />;
    return <FailureState failure={failure} onRetry={() => void link.refetch()} />;
  }
  if (link.data.kind === "password") return <PasswordForm token={token} email={link.data.email ?? ""} />;
  return <SetUpForm token={token} link={link.data} />;
}

function UsedLink() {
  return (
    <div className="grid gap-3">
      <h1 className="text-display font-medium tracking-[-0.025em]">Link no longer valid</h1>
      <Callout tone="warn">This link was already used or has expired.</Callout>
      <p className="text-ink-2">
        A set-up link works once. If there are no accounts yet, restart the dashboard to print a new one. Otherwise ask
        an admin for an invitation or a password link.
      </p>
      <Button asChild>
        <Link href="/sign-in">Sign in</Link>
      </Button>
    </div>
  );
}

function NoToken() {
  return (
    <div className="grid gap-3">
      <h1 className="text-display font-medium tracking-[-0.025em]">Incomplete link</h1>
      <Callout tone="warn">The URL has no token.</Callout>
      <p className="text-ink-2">
        Open the full set-up link that the dashboard printed at startup. It ends with{" "}
        <span className="text-code">#token=…</span>
      </p>
    </div>
  );
}
