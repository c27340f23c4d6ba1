/** A path of this dashboard to go to after signing in; everything else, another origin above all, is `/`. */
export function safeCallbackPath(callbackUrl: string, origin: string): string {
  try {
    const url = new URL(callbackUrl, origin);
    const isSignIn = url.pathname === "/sign-in" || url.pathname === "/set-up";
    // A path that no server can decode is no page: this throws for it.
    decodeURIComponent(url.pathname);
    return url.origin === origin && !isSignIn ? url.pathname + url.search + url.hash : "/";
  } catch {
    // Not an address at all is one of the things that a stranger's link may hold.
    return "/";
  }
}
