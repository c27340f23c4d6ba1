/** Returns the path of this dashboard to open after sign-in; everything else, above all another origin, becomes `/`. */
export function safeCallbackPath(callbackUrl: string, origin: string): string {
  try {
    const url = new URL(callbackUrl, origin);
    const isSignIn = url.pathname === "/sign-in" || url.pathname === "/set-up";
    // A path that cannot be decoded is not a page: this throws for it.
    decodeURIComponent(url.pathname);
    return url.origin === origin && !isSignIn ? url.pathname + url.search + url.hash : "/";
  } catch {
    // A link from elsewhere may contain an invalid URL.
    return "/";
  }
}
