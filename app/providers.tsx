"use client";

import { QueryCache, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useState } from "react";
import { hasTypedText, watchTyping } from "@/components/browser/typed-text";
import { ToastProvider } from "@/components/ui/toast";
import { TOOLTIP_DELAY_MS, TooltipProvider } from "@/components/ui/tooltip";
import { RenewingQueryClient } from "@/lib/api/client/renewing-query-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { currentBrowserHistory } from "@/lib/history/browser-history";

const STALE_TIME_MS = 30_000;
const MAX_RETRIES = 1;

/**
 * Only the dashboard's own "signed out" redirects to sign-in; a credential that a service rejected does not. A page with
 * text that the user typed stays: its failure says how to sign in beside it.
 */
function redirectWhenSignedOut(error: unknown): void {
  if (failureOf(error).kind !== "signed-out" || hasTypedText()) return;
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`);
}

/** A retry makes sense only when there was no response; every other failure would repeat. */
function isRetryable(tries: number, error: unknown): boolean {
  return tries < MAX_RETRIES && failureOf(error).kind === "unreachable";
}

function createQueryClient(): QueryClient {
  return new RenewingQueryClient({
    queryCache: new QueryCache({ onError: redirectWhenSignedOut }),
    defaultOptions: {
      queries: { staleTime: STALE_TIME_MS, refetchOnWindowFocus: false, retry: isRetryable },
      mutations: { onError: redirectWhenSignedOut },
    },
  });
}

/** Libraries that insert a style element (scroll locks of dialogs) look up the nonce under this name. */
function shareNonce(nonce: string | undefined): null {
  if (typeof window !== "undefined" && nonce) Object.assign(window, { __webpack_nonce__: nonce });
  return null;
}

const watchHistory = () => currentBrowserHistory()?.watch();

/** Called with the search parameters that a page is about to write to the URL. */
function announceUrlWrite(search: URLSearchParams): URLSearchParams {
  currentBrowserHistory()?.announcePageWrite();
  return search;
}

/** The providers of every page: URL state, data, theme, toasts. The nonce lets the theme's script run. */
export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useState(() => shareNonce(nonce));
  useEffect(watchHistory, []);
  useEffect(watchTyping, []);
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      storageKey="heddle-theme"
      {...(nonce === undefined ? {} : { nonce })}
    >
      <NuqsAdapter processUrlSearchParams={announceUrlWrite}>
        <QueryClientProvider client={queryClient}>
          <TooltipProvider delayDuration={TOOLTIP_DELAY_MS}>
            <ToastProvider>{children}</ToastProvider>
          </TooltipProvider>
        </QueryClientProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
