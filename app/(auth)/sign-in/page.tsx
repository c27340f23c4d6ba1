import type { Metadata } from "next";
import { runningDashboard } from "@/lib/api/server/dashboard/dashboard";
import { oidcOf } from "@/lib/auth/oidc-settings";
import { hasAnyUser } from "@/lib/database/users";
import { readEnvironment } from "@/lib/environment/environment";
import { SignInView } from "./sign-in-view";

export const metadata: Metadata = { title: "Sign in" };

type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const { callbackUrl, error } = await searchParams;
  const environment = readEnvironment();
  const oidc = oidcOf(environment);
  return (
    <SignInView
      callbackUrl={textOf(callbackUrl) ?? "/"}
      error={textOf(error)}
      hasAccounts={await hasAnyUser((await runningDashboard()).database)}
      hasPasswords={environment.HEDDLE_PASSWORDS === "yes"}
      provider={oidc ? { name: oidc.name, home: environment.publicUrl } : null}
    />
  );
}
